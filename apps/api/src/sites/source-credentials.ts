import { type Sealer } from '#libs/service-kit';
import { z } from 'zod';

const Headers = z.object({ authorization: z.string() });
type SourceHeaders = z.infer<typeof Headers>;

/** Purpose under which a channel's credentials are sealed. Recorders have the key of this purpose only. */
export const SOURCE_PURPOSE = 'source';

export const sealSource = (sealer: Sealer, channelUuid: string, authorization: string | null): string | null =>
  authorization === null ? null : sealer.seal(channelUuid, JSON.stringify({ authorization } satisfies SourceHeaders));

export const openSource = (sealer: Sealer, channelUuid: string, sealed: string | null): SourceHeaders | null =>
  sealed === null ? null : Headers.parse(JSON.parse(sealer.open(channelUuid, sealed)));
