import { joined, type Message, message } from '#libs/messages';

/** A word to look for in one thing that a site tells of a stream. */
export interface WordRule {
  readonly on: 'title' | 'category' | 'tags';
  readonly text: string;
}
/** The channel's requests. An empty list asks for nothing. */
export interface RecordRules {
  readonly noCapture: boolean;
  readonly match: readonly string[];
  readonly include: readonly WordRule[];
  readonly exclude: readonly WordRule[];
}
/** What the rules look at; a site without titles or categories gives empty ones. */
export interface StreamInfo {
  readonly title: string;
  readonly category: string;
  readonly tags: readonly string[];
}
/** The answer; `reason` is null when it is yes. */
export interface Verdict {
  readonly record: boolean;
  readonly reason: Message | null;
}

/**
 * Whether a live stream shall be recorded, asked again at every update. Words are compared without regard to case, and
 * any one of a list is enough: `match` (v0) checks title, category and tags, `include` and `exclude` each where their
 * rule says. What is excluded is not recorded, whatever else fits.
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
/** Composed and decomposed letters are the same word. */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

function fits({ on, text }: WordRule, stream: StreamInfo): boolean {
  const wanted = fold(text);
  const values = on === 'tags' ? stream.tags : [stream[on]];
  return values.some((one) => fold(one).includes(wanted));
}
