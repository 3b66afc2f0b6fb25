import { joined, type Message, message } from '#libs/messages';

/** A word to search for in one property of a stream. */
export interface WordRule {
  readonly on: 'title' | 'category' | 'tags';
  readonly text: string;
}
/** The recording rules of a channel. An empty list has no effect. */
export interface RecordRules {
  readonly noCapture: boolean;
  readonly match: readonly string[];
  readonly include: readonly WordRule[];
  readonly exclude: readonly WordRule[];
}
/** Stream metadata that the rules check; empty values if the site has no titles or categories. */
export interface StreamInfo {
  readonly title: string;
  readonly category: string;
  readonly tags: readonly string[];
}
/** The decision; `reason` is null if the stream is recorded. */
export interface Verdict {
  readonly record: boolean;
  readonly reason: Message | null;
}

/**
 * Whether to record a live stream; evaluated again at every update. Words are compared without regard to case, and one
 * match in a list is sufficient: `match` (v0) checks title, category and tags; `include` and `exclude` check the
 * property that their rule names. `exclude` overrides all other rules.
 */
export function shouldRecord(rules: RecordRules, stream: StreamInfo): Verdict {
  if (rules.noCapture) return no(message('verdict.recording-off'));
  const excluded = rules.exclude.find((rule) => fits(rule, stream));
  if (excluded) return no(message('verdict.excluded', { rule: ruleText(excluded) }));
  if (rules.match.length > 0 && !rules.match.some((text) => ON.some((on) => fits({ on, text }, stream))))
    return no(message('verdict.no-keyword', { words: rules.match }));
  if (rules.include.length > 0 && !rules.include.some((rule) => fits(rule, stream)))
    return no(message('verdict.no-rule-fits', { rules: joined(rules.include.map(ruleText)) ?? '' }));
  return { record: true, reason: null };
}

const ON = ['title', 'category', 'tags'] as const;
const no = (reason: Message): Verdict => ({ record: false, reason });
const ruleText = ({ on, text }: WordRule): Message => message(`verdict.rule.${on}`, { word: text });
/** Makes composed and decomposed letters equal. */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

function fits({ on, text }: WordRule, stream: StreamInfo): boolean {
  const wanted = fold(text);
  const values = on === 'tags' ? stream.tags : [stream[on]];
  return values.some((one) => fold(one).includes(wanted));
}
