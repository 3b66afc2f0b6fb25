import { COMMAND_POLICY, type Consumption, ConsumptionSwitch } from '#libs/bus';
import { COMMANDS, EVENTS, type Payload, type VideoMetadata } from '#libs/contracts';
import { verbatim } from '#libs/messages';
import { type TestApp } from '../../testing/test-app.js';

export const METADATA: VideoMetadata = {
  type: 'video',
  container: 'MPEG-4',
  size: 6,
  duration: 3,
  full_duration: 3,
  bitrate: 16,
  width: 320,
  height: 180,
  fps: 25,
};

export type ProbeCommand = Payload<typeof COMMANDS.probe>;

/** Consumes the probe commands in place of a converter. */
export const consumeProbes = (app: TestApp, answer: (command: ProbeCommand) => Promise<void>): Promise<Consumption> =>
  app.bus.consume({
    stream: 'CMD',
    durable: 'cmd-probe',
    filter: 'cmd.probe.*',
    concurrency: 1,
    consumptionSwitch: new ConsumptionSwitch(),
    policy: COMMAND_POLICY,
    defOf: () => COMMANDS.probe,
    handle: (_, payload) => answer(payload as ProbeCommand),
  });

/**
 * Fakes a converter that probes files. Each file gets a thumbnail; a file with `broken` in its name fails.
 * @returns function that stops the fake
 */
export async function fakeProbes(app: TestApp): Promise<() => Promise<void>> {
  const consumption = await consumeProbes(app, async ({ id, owner, attempt, thumb, source }) => {
    const request = { id, owner, attempt, at: Date.now() };
    const name = source.in === 'store' ? source.key : source.path;
    if (name.includes('broken')) {
      await app.bus.publish(
        EVENTS.probeFailed,
        { ...request, reason: verbatim('no film at all') },
        { msgId: `${attempt}:failed` },
      );
      return;
    }
    if (thumb) await app.storage.put(thumb.key, Buffer.from('a picture'));
    await app.bus.publish(
      EVENTS.probeDone,
      { ...request, sizeBytes: 6, videoMs: 3000, metadata: METADATA, thumbKey: thumb?.key ?? null, warnings: [] },
      { msgId: `${attempt}:done` },
    );
  });
  return () => consumption.close();
}
