import { COMMAND_POLICY, Gate } from '#libs/bus';
import { COMMANDS, EVENTS, type Payload, type VideoMetadata } from '#libs/contracts';
import { verbatim } from '#libs/messages';
import { type ApiHouse } from '../../testing/api-house.js';

const METADATA: VideoMetadata = {
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

/**
 * Plays a converter that looks at files: each gets a picture, those whose name says `broken` are no media.
 * @returns the function that ends it
 */
export async function playProbes(house: ApiHouse): Promise<() => Promise<void>> {
  const answer = async ({ id, owner, attempt, thumb, source }: Payload<typeof COMMANDS.probe>): Promise<void> => {
    const asked = { id, owner, attempt, at: Date.now() };
    const name = source.in === 'store' ? source.key : source.path;
    if (name.includes('broken')) {
      await house.bus.publish(
        EVENTS.probeFailed,
        { ...asked, reason: verbatim('no film at all') },
        { msgId: `${attempt}:failed` },
      );
      return;
    }
    if (thumb) await house.storage.put(thumb.key, Buffer.from('a picture'));
    await house.bus.publish(
      EVENTS.probeDone,
      { ...asked, sizeBytes: 6, videoMs: 3000, metadata: METADATA, thumbKey: thumb?.key ?? null, warnings: [] },
      { msgId: `${attempt}:done` },
    );
  };
  const consumption = await house.bus.consume({
    stream: 'CMD',
    durable: 'cmd-probe',
    filter: 'cmd.probe.*',
    concurrency: 1,
    gate: new Gate(),
    policy: COMMAND_POLICY,
    defOf: () => COMMANDS.probe,
    handle: (_, payload) => answer(payload as never),
  });
  return () => consumption.close();
}
