/**
 * Before the medium specs: the media of the simulator are encoded, and one PostgreSQL for all of them starts
 * (`postgresOfRun` of libs/testkit).
 */
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { join } = require('node:path');
const { createInterface } = require('node:readline');
const { SOURCE_FLAGS } = require('../testrun/source-flags.mjs');

const MEDIA = join(__dirname, 'encode-media.ts');
const SERVER = join(__dirname, '../../libs/testkit/src/postgres-of-run.ts');

module.exports = async () => {
  const [code] = await once(spawn(process.execPath, [...SOURCE_FLAGS, MEDIA], { stdio: 'inherit' }), 'exit');
  if (code !== 0) throw new Error('The media of the simulator were not encoded (see above).');
  const child = spawn(process.execPath, [...SOURCE_FLAGS, SERVER], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const [url] = await Promise.race([once(lines, 'line'), once(lines, 'close')]);
  if (url === undefined) throw new Error('The PostgreSQL of the medium specs did not start (see above).');
  process.env['VODKEEP_TEST_POSTGRES'] = url;
  globalThis.postgresOfRun = child;
};
