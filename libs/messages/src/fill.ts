import { type Message, type MessageParam } from './message.js';

export type Texts = Readonly<Record<string, string>>;

/**
 * Returns the text of a message.
 * @param texts texts of one language, by key
 */
export function fill(texts: Texts, { key, params = {} }: Message): string {
  const text = Object.hasOwn(texts, key) ? texts[key] : undefined;
  if (text === undefined) return renderUnknown(texts, key, Object.values(params));
  return text.replaceAll(/\{\{(\w+)\}\}/g, (place, name: string) =>
    Object.hasOwn(params, name) ? renderParam(texts, params[name] ?? '') : place,
  );
}

function renderParam(texts: Texts, param: MessageParam): string {
  if (typeof param === 'string' || typeof param === 'number') return String(param);
  return 'key' in param ? fill(texts, param) : param.map((one) => renderParam(texts, one)).join(', ');
}

/** Fallback for a message of a later version in a row that is read after a rollback: its key and parameters. */
const renderUnknown = (texts: Texts, key: string, params: readonly MessageParam[]): string =>
  [key, ...params.map((param) => renderParam(texts, param))].join(' · ');
