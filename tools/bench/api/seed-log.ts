import { connectBus } from '#libs/bus';
import { type LogLine } from '#libs/contracts';

const BATCH_SIZE = 200;
const SERVICES = ['api', 'recorder', 'converter', 'exporter'] as const;
const LEVELS = ['debug', 'info', 'info', 'info', 'warn', 'info', 'info', 'error'] as const;

/** Writes this many lines into the log of an installation, as its services do. */
export async function seedLog(env: Readonly<Record<string, string>>, lines: number): Promise<void> {
  const bus = await connectBus({
    servers: env['VODKEEP_NATS_URL'] ?? '',
    token: env['VODKEEP_NATS_TOKEN'] ?? '',
    name: 'bench',
  });
  try {
    for (let n = 0; n < lines; n += BATCH_SIZE)
      await Promise.all(
        Array.from({ length: Math.min(BATCH_SIZE, lines - n) }, (_, k) => bus.log.write(lineOf(n + k))),
      );
  } finally {
    await bus.close();
  }
}

const lineOf = (n: number): LogLine => ({
  module: `module-${String(n % 12)}`,
  time: Date.now(),
  level: LEVELS[n % LEVELS.length] ?? 'info',
  text: `Line ${String(n)} of the bench, as long as such lines are: a capture stored its segment.`,
  pid: 100 + (n % 9),
  service: SERVICES[n % SERVICES.length] ?? 'api',
  node: 'bench',
});
