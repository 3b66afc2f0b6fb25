import { joined, type Message, message } from '#libs/messages';

/** A word to search for in one property of a stream. */
interface WordRule {
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
  if (rules.noCapture) return refuse(message('verdict.recording-off'));
  const excluded = rules.exclude.find((rule) => matchesRule(rule, stream));
  if (excluded) return refuse(message('verdict.excluded', { rule: ruleText(excluded) }));
  if (
    rules.match.length > 0 &&
    !rules.match.some((text) => SEARCHED_PROPERTIES.some((on) => matchesRule({ on, text }, stream)))
  )
    return refuse(message('verdict.no-keyword', { words: rules.match }));
  if (rules.include.length > 0 && !rules.include.some((rule) => matchesRule(rule, stream)))
    return refuse(message('verdict.no-rule-fits', { rules: joined(rules.include.map(ruleText)) ?? '' }));
  return { record: true, reason: null };
}

const SEARCHED_PROPERTIES = ['title', 'category', 'tags'] as const;
const refuse = (reason: Message): Verdict => ({ record: false, reason });
const ruleText = ({ on, text }: WordRule): Message => message(`verdict.rule.${on}`, { word: text });
/** Makes composed and decomposed letters equal. */
const normalize = (text: string): string => text.normalize('NFKC').toLowerCase();

function matchesRule({ on, text }: WordRule, stream: StreamInfo): boolean {
  const wanted = normalize(text);
  const values = on === 'tags' ? stream.tags : [stream[on]];
  return values.some((one) => normalize(one).includes(wanted));
}
