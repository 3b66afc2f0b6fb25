import type { Reply, SourceSpec } from './source-spec.js';

/** A blank line first, attributes in the first line, CR as line end, no target duration, status 206. */
export const looseSyntax = (): SourceSpec => ({
  name: '4-loose-syntax',
  list: (text) =>
    `\n${text}`
      .replace('#EXTM3U', '#EXTM3U url-tvg="guide.xml"')
      .replace(/#EXT-X-TARGETDURATION.*\n/, '')
      .replaceAll('\n', '\r'),
  answer: async (_request, usual): Promise<Reply> => {
    const reply = await usual();
    return { ...reply, status: reply.status ?? 206 };
  },
});

/** A growing list that declares itself a VOD, with target duration 0. */
export const growingVod = (): SourceSpec => ({
  name: '4-growing-vod',
  list: (text) => text.replace(/#EXT-X-TARGETDURATION.*/, '#EXT-X-TARGETDURATION:0\n#EXT-X-PLAYLIST-TYPE:VOD'),
  window: Infinity,
});
