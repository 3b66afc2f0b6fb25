const NAME = /^(.*\/\d+)(-muted|-unmuted)?(\.[a-z0-9]+)((?:\?.*)?)$/i;

/**
 * Under which addresses a segment of a video may be had, best first (protocols.md 3.9, as TwitchDownloader of Aug 2026
 * does it): the plain name has the sound also where it was muted, for about a day; `-unmuted` mostly answers 403;
 * `-muted` is the same without sound.
 */
export function segmentUrls(url: string): readonly string[] {
  const [, stem, mark = '', extension, query = ''] = NAME.exec(url) ?? [];
  if (stem === undefined || extension === undefined) return [url];
  const named = (with_: string): string => `${stem}${with_}${extension}${query}`;
  return mark === '-unmuted' ? [named(''), named('-unmuted'), named('-muted')] : [named(''), named('-muted')];
}
