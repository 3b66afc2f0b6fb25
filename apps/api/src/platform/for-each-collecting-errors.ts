import { localizedOf, messageOf, OutsideError } from '#libs/errors';
import { joined, type Message, message, withEnglish } from '#libs/messages';

interface Options<T> {
  /** Name of an item for the error report. */
  readonly about?: (item: T) => string;
  /** No further item is started after an abort. */
  readonly signal?: AbortSignal | undefined;
}
interface Fault {
  readonly thrown: unknown;
  /** Null: the report needs no name. */
  readonly name: string | null;
}
/** Maximum number of faults with their text in the report; the rest are counted. */
const MAX_LISTED = 5;

/**
 * Processes the items one after the other. A failed item does not stop the next ones.
 * @throws the error itself if there is only one and it has no name
 * @throws OutsideError `several-faults` with the text of each error: otherwise, after all items were processed
 */
export async function forEachCollectingErrors<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<unknown>,
  { about, signal }: Options<T> = {},
): Promise<void> {
  const faults: Fault[] = [];
  const tryItem = async (item: T): Promise<void> => {
    try {
      await work(item);
    } catch (thrown) {
      faults.push({ thrown, name: about?.(item) ?? null });
    }
  };
  try {
    for await (const item of items) {
      if (signal?.aborted === true) break;
      await tryItem(item);
    }
  } catch (thrown) {
    faults.push({ thrown, name: null }); // the iteration itself failed
  }
  if (faults.length > 0) throw combined(faults);
}

function combined(faults: readonly Fault[]): unknown {
  const [first] = faults;
  if (faults.length === 1 && first?.name === null) return first.thrown;
  const texts = new Map(
    faults.map((fault) => [`${fault.name ?? ''} ${messageOf(fault.thrown)}`, messageOfFault(fault)]),
  );
  const rest = texts.size > MAX_LISTED ? [message('job.and-more', { n: texts.size - MAX_LISTED })] : [];
  const remarks = joined([...[...texts.values()].slice(0, MAX_LISTED), ...rest]) ?? localizedOf(first?.thrown);
  return new OutsideError(withEnglish(remarks), { code: 'several-faults', cause: first?.thrown });
}

const messageOfFault = ({ thrown, name }: Fault): Message =>
  name === null ? localizedOf(thrown) : message('job.name-remark', { name, remark: localizedOf(thrown) });
