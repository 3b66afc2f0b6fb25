/** A word to look for in one thing that a site tells of a stream. */
export interface WordRule {
  readonly on: 'title' | 'category' | 'tags';
  readonly text: string;
}
/** The channel's wishes. An empty list asks for nothing. */
export interface RecordRules {
  readonly noCapture: boolean;
  readonly match: readonly string[];
  readonly include: readonly WordRule[];
  readonly exclude: readonly WordRule[];
}
/** What the rules look at; a site without titles or categories gives empty ones. */
export interface StreamFacts {
  readonly title: string;
  readonly category: string;
  readonly tags: readonly string[];
}
/** The answer; `reason` is empty when it is yes. */
export interface Verdict {
  readonly record: boolean;
  readonly reason: string;
}

/**
 * Whether a live stream shall be recorded, asked again at every update (architecture 5.1). The reason is shown to the
 * operator as it stands. Words are compared without regard to case, and any one of a list is enough: `match` (v0) looks
 * at title, category and tags, `include` and `exclude` each where their rule says (server-behaviour case 16). What is
 * excluded is not recorded, whatever else fits.
 */
export function shouldRecord(rules: RecordRules, stream: StreamFacts): Verdict {
  if (rules.noCapture) return no('Recording is switched off for this channel.');
  const excluded = rules.exclude.find((rule) => fits(rule, stream));
  if (excluded) return no(`Excluded: ${words(excluded)}. It is asked again at the next change.`);
  if (rules.match.length > 0 && !rules.match.some((text) => ON.some((on) => fits({ on, text }, stream))))
    return no(
      `Neither title, category nor tags hold any of: ${rules.match.join(', ')}. It is asked again at the next change.`,
    );
  if (rules.include.length > 0 && !rules.include.some((rule) => fits(rule, stream)))
    return no(`None of these fits: ${rules.include.map(words).join('; ')}. It is asked again at the next change.`);
  return { record: true, reason: '' };
}

const ON = ['title', 'category', 'tags'] as const;
const no = (reason: string): Verdict => ({ record: false, reason });
const words = ({ on, text }: WordRule): string => `${on === 'tags' ? 'a tag' : `the ${on}`} holds '${text}'`;
/** Composed and decomposed letters are the same word. */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

function fits({ on, text }: WordRule, stream: StreamFacts): boolean {
  const wanted = fold(text);
  const told = on === 'tags' ? stream.tags : [stream[on]];
  return told.some((one) => fold(one).includes(wanted));
}
