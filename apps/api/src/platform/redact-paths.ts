import { type Message, type MessageParam } from '#libs/messages';

/** Addresses of ours that look like paths and may be said. */
const OURS = /^\/(api|vods|saved_vods|saved_clips|cache|socket)\//;

/** Takes absolute paths of the machine out of a text that a caller will read; addresses (`https://...`) stay. */
export const redactPaths = (text: string): string =>
  text.replaceAll(
    /(^|[\s'"`(=[,])(?:file:\/\/)?(\/(?:[^\s/'"`),:;\]]+\/)+[^\s'"`),:;\]]*)/g,
    (whole, before: string, path: string) => (OURS.test(path) ? whole : `${before}<path>`),
  );

/** The same for what fills a message. */
export function redactMessagePaths({ key, params }: Message): Message {
  const clean = (param: MessageParam): MessageParam => {
    if (typeof param === 'string') return redactPaths(param);
    if (typeof param === 'number') return param;
    return 'key' in param ? redactMessagePaths(param) : param.map(clean);
  };
  return params
    ? { key, params: Object.fromEntries(Object.entries(params).map(([name, param]) => [name, clean(param)])) }
    : { key };
}
