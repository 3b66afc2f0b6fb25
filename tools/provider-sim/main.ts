import { parseArgs } from 'node:util';
import { messageOf } from '#libs/errors';
import { SCENARIOS } from './scenarios/index.js';
import { startReplay } from './replay/start-replay.js';
import { startSim, type Sim } from './start-sim.js';

const USAGE = `usage: npm run sim -- SCENARIO [--port N] [--host H] [--channels N] [--media DIR] [--seed N] [--callbacks URL]\n       npm run sim -- replay FILE [--port N] [--host H]    plays a capture trace of a VOD\n\n${Object.entries(
  SCENARIOS,
)
  .map(([name, make]) => `  ${name.padEnd(9)} ${make().about}`)
  .join('\n')}\n`;

/** SIGTERM, Ctrl-C and (as a child of the supervisor) the end of stdin stop the simulator, even while it encodes. */
function onEnd(end: () => void): void {
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  if (process.env['VODKEEP_STDIN_GUARD'] === '1') process.stdin.once('end', end).once('close', end).resume();
}

async function replay(
  file: string | undefined,
  where: { readonly host: string; readonly port: number },
): Promise<void> {
  if (file === undefined) {
    process.stderr.write(USAGE);
    process.exit(2);
  }
  const { url, stop } = await startReplay(file, where);
  onEnd(() => {
    void stop();
  });
  process.stdout.write(`${url}\n`);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '0' },
      host: { type: 'string', default: '127.0.0.1' },
      channels: { type: 'string' },
      media: { type: 'string' },
      seed: { type: 'string', default: '1' },
      callbacks: { type: 'string' },
    },
  });
  if (positionals[0] === 'replay') {
    await replay(positionals[1], { host: values.host, port: Number(values.port) });
    return;
  }
  const make = SCENARIOS[positionals[0] ?? ''];
  if (!make) {
    process.stderr.write(USAGE);
    process.exit(2);
  }
  const scenario = make(values.channels === undefined ? undefined : Number(values.channels));
  let sim: Sim | null = null;
  onEnd(() => {
    void Promise.resolve(sim?.stop()).finally(() => process.exit(0));
  });
  sim = await startSim({
    scenario,
    port: Number(values.port),
    host: values.host,
    seed: Number(values.seed),
    twitch: { callbacksTo: values.callbacks ?? null },
    onProgress: (progress) => {
      if (process.send) process.send({ progress });
      else process.stdout.write(`${progress}\n`);
    },
    ...(values.media === undefined ? {} : { mediaDir: values.media }),
  });
  process.stdout.write(
    `${sim.channels.map(({ name, url }) => `${name}  ${url}`).join('\n')}\ncontrol  ${sim.url}/_sim  log  ${sim.url}/_sim/log\n`,
  );
  process.send?.({ ready: true, port: sim.port, channels: sim.channels });
}

main().catch((failure: unknown) => {
  process.stderr.write(`provider-sim: ${messageOf(failure)}\n`);
  process.exit(1);
});
