import { type Said, textOf, words } from '#libs/domain';
import { type TroubleOf } from '../../persistence/repositories/trouble.repository.js';

/** So many are named; of the others only how many they are. */
const NAMED = 3;

/** The same trouble of many is one sentence with a count (case S77), in the order in which each came first. */
export function groupedTroubles(troubles: readonly TroubleOf[]): Said[] {
  return [...Map.groupBy(troubles, (t) => textOf(t.text)).values()].map((group) => {
    const text = group[0]?.text ?? '';
    const remark = typeof text === 'string' ? { text } : text;
    const subjects = [...new Set(group.map((t) => t.subject).filter((s) => s !== ''))];
    if (subjects.length === 0)
      return group.length === 1 ? text : words('{{remark}} ({{n}} times)', { remark, n: group.length });
    const name = subjects.slice(0, NAMED).join(', ');
    const more = subjects.length - NAMED;
    return more > 0
      ? words('{{name}} and {{more}} more: {{remark}}', { name, more, remark })
      : words('{{name}}: {{remark}}', { name, remark });
  });
}
