/** The channel's wishes; no entry in `match` means every title. */
export interface RecordRules { readonly noCapture: boolean; readonly match: readonly string[] }
/** What the rules look at; a site without titles gives an empty one. */
export interface StreamFacts { readonly title: string }
/** The answer; `reason` is empty when it is yes. */
export interface Verdict { readonly record: boolean; readonly reason: string }

/**
 * Whether a live stream shall be recorded, asked again at every update (architecture 5.1). The reason is shown to the operator as it stands.
 * Keywords are compared without regard to case, any one of them is enough; v0 `match`.
 */
export function shouldRecord(rules: RecordRules, stream: StreamFacts): Verdict {
  if (rules.noCapture) return { record: false, reason: 'Recording is switched off for this channel.' };
  const title = stream.title.toLowerCase();
  if (rules.match.length > 0 && !rules.match.some((word) => title.includes(word.toLowerCase()))) {
    return { record: false, reason: `The title does not hold any of: ${rules.match.join(', ')}. It is asked again at the next change.` };
  }
  return { record: true, reason: '' };
}
