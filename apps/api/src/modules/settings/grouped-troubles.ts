import { english, type Message, message } from '#libs/messages';
import { type TroubleOf } from '../../persistence/repositories/trouble.repository.js';

/** So many are named; of the others only how many they are. */
const NAMED = 3;

/** The same trouble of many is one sentence with a count, in the order in which each came first. */
export function groupedTroubles(troubles: readonly TroubleOf[]): Message[] {
  return [...Map.groupBy(troubles, ({ text }) => english(text))].flatMap(([, group]) => {
    const remark = group[0]?.text;
    if (!remark) return [];
    const subjects = [...new Set(group.map((t) => t.subject).filter((s) => s !== ''))];
    if (subjects.length === 0)
      return group.length === 1 ? remark : message('trouble.times', { remark, n: group.length });
    const name = subjects.slice(0, NAMED).join(', ');
    const more = subjects.length - NAMED;
    return more > 0 ? message('trouble.more', { name, more, remark }) : message('job.name-remark', { name, remark });
  });
}
