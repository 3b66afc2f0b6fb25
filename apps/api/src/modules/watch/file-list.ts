import { type Vod } from '#libs/contracts';

type ListedFile = Pick<Vod['files'][number], 'start_ms' | 'end_ms' | 'is_copy'>;

/** The files that play one after the other: those of the recording, otherwise those of the site's copy. */
export function filesToPlay<F extends Pick<ListedFile, 'is_copy'>>(files: readonly F[]): readonly F[] {
  const recorded = files.filter(({ is_copy: isCopy }) => !isCopy);
  return recorded.length > 0 ? recorded : files;
}

/**
 * An M3U list of files (https://en.wikipedia.org/wiki/M3U). It has no HLS tags: players then play each file by itself, one
 * after the other.
 * @param files absolute addresses
 */
export function fileListText(title: string, files: readonly (ListedFile & { readonly address: string })[]): string {
  const name = title.replaceAll(/\p{Cc}/gu, ' ');
  const entries = files.flatMap(({ start_ms: from, end_ms: to, address }, at) => [
    `#EXTINF:${String(Math.round((to - from) / 1000))},${name} (${String(at + 1)}/${String(files.length)})`,
    address,
  ]);
  return `${['#EXTM3U', ...entries].join('\n')}\n`;
}
