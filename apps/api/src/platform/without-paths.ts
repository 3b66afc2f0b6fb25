/** Addresses of ours that look like paths and may be said. */
const OURS = /^\/(api|vods|saved_vods|saved_clips|cache|socket)\//;

/** Takes absolute paths of the machine out of a text that a caller will read; addresses (`https://...`) stay. */
export const withoutPaths = (text: string): string =>
  text.replaceAll(
    /(^|[\s'"`(=[,])(?:file:\/\/)?(\/(?:[^\s/'"`),:;\]]+\/)+[^\s'"`),:;\]]*)/g,
    (whole, before: string, path: string) => (OURS.test(path) ? whole : `${before}<path>`),
  );
