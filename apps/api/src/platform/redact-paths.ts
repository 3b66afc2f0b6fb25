import { type Message, type MessageParam } from '#libs/messages';

/** Vodkeep's own URLs that look like paths. They may be shown. */
const PUBLIC_PATH = /^\/(api|vods|saved_vods|saved_clips|cache|socket)\//;

/** Removes absolute paths of the machine from a text for callers. URLs (`https://...`) stay. */
export const redactPaths = (text: string): string =>
  text.replaceAll(
    /(^|[\s'"`(=[,])(?:file:\/\/)?(\/(?:[^\s/'"`),:;\]]+\/)+[^\s'"`),:;\]]*)/g,
    (whole, before: string, path: string) => (PUBLIC_PATH.test(path) ? whole : `${before}<path>`),
  );

/** Removes absolute paths from the parameters of a message. */
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
