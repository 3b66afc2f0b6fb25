import { type Problem, type View } from '#libs/contracts';
import { english, type Message, message } from '#libs/messages';
import { type SystemError } from '../../persistence/repositories/system-error.repository.js';

/** Maximum number of subjects that are named; the others are only counted. */
const MAX_NAMED = 3;

/** Merges equal problems of one kind into one sentence with a count, in order of their first occurrence. */
export function groupSystemErrors(errors: readonly SystemError[]): View<typeof Problem>[] {
  return [...Map.groupBy(errors, ({ kind, text }) => `${kind} ${english(text)}`).values()].flatMap((group) => {
    const [first] = group;
    return first ? { kind: first.kind, text: textOf(first.text, group) } : [];
  });
}

function textOf(remark: Message, group: readonly SystemError[]): Message {
  const subjects = [...new Set(group.map((t) => t.subject).filter((s) => s !== ''))];
  if (subjects.length === 0)
    return group.length === 1 ? remark : message('system-error.times', { remark, n: group.length });
  const name = subjects.slice(0, MAX_NAMED).join(', ');
  const more = subjects.length - MAX_NAMED;
  return more > 0 ? message('system-error.more', { name, more, remark }) : message('job.name-remark', { name, remark });
}
