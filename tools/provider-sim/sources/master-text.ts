/** A row of a master playlist. */
export interface MasterRow {
  readonly uri: string;
  readonly bandwidth: number;
  /** Default `640x360`. */
  readonly resolution?: string;
}

/** A master playlist with these rows, in their order. */
export const masterText = (rows: readonly MasterRow[], head: readonly string[] = []): string =>
  [
    '#EXTM3U',
    ...head,
    ...rows.flatMap(({ uri, bandwidth, resolution = '640x360' }) => [
      `#EXT-X-STREAM-INF:BANDWIDTH=${String(bandwidth)},RESOLUTION=${resolution},CODECS="avc1.64001e,mp4a.40.2"`,
      uri,
    ]),
    '',
  ].join('\n');
