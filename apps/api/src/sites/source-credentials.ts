import { NO_ACCESS, parseSourceAccess, type SourceAccess, sourceAccessText } from '#libs/contracts';
import { type Sealer } from '#libs/service-kit';

/** Purpose under which a channel's credentials are sealed. Recorders have the key of this purpose only. */
export const SOURCE_PURPOSE = 'source';

/** @returns null if there is nothing to seal */
export function sealSource(sealer: Sealer, channelUuid: string, access: SourceAccess): string | null {
  const text = sourceAccessText(access);
  return text === null ? null : sealer.seal(channelUuid, text);
}

export const openSource = (sealer: Sealer, channelUuid: string, sealed: string | null): SourceAccess =>
  sealed === null ? NO_ACCESS : parseSourceAccess(sealer.open(channelUuid, sealed));
