/** After the medium specs: ends what postgres-of-run.cjs started. */
const { once } = require('node:events');

module.exports = async () => {
  const child = globalThis.postgresOfRun;
  if (child === undefined || child.exitCode !== null) return;
  const gone = once(child, 'exit');
  child.stdin.end();
  await gone;
};
