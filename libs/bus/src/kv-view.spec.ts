import { KvView, type KvChange } from './kv-view.js';

function view() {
  const received: string[] = [];
  const kvView = new KvView<string>('expired', (c: KvChange<string>) =>
    received.push(
      c.type === 'put'
        ? `put ${c.key}@${c.revision}`
        : c.type === 'delete'
          ? `${c.cause} ${c.key}`
          : `resync ${c.keys}`,
    ),
  );
  return { kvView, received };
}
const item = (key: string, revision: number) => ({ key, value: key, revision });

it('reports each change once, even if it arrives several times', () => {
  const { kvView, received } = view();
  kvView.list([item('a', 1)], kvView.known());
  kvView.put(item('a', 1));
  kvView.put(item('a', 3));
  kvView.put(item('a', 2));
  kvView.delete('a', 4, 'deleted');
  kvView.delete('a', 4, 'deleted');
  expect(received).toEqual(['put a@1', 'put a@3', 'deleted a']);
});

it('finds keys that were deleted, changed and added while the watch was down', () => {
  const { kvView, received } = view();
  kvView.list([item('a', 1), item('b', 2)], kvView.known());
  kvView.list([item('b', 5), item('c', 6)], kvView.known());
  kvView.resync();
  expect(received).toEqual(['put a@1', 'put b@2', 'expired a', 'put b@5', 'put c@6', 'resync 2']);
});

it('keeps a key that was added after the listing was requested', () => {
  const { kvView, received } = view();
  const before = kvView.known();
  kvView.put(item('new', 9));
  kvView.list([], before);
  expect(received).toEqual(['put new@9']);
});

it('ignores a delete that is older than the value', () => {
  const { kvView, received } = view();
  kvView.put(item('a', 7));
  kvView.delete('a', 6, 'expired');
  expect(received).toEqual(['put a@7']);
});

describe('a listing that was requested before a delete and arrives after it', () => {
  it('does not restore the old value', () => {
    const { kvView, received } = view();
    kvView.put(item('a', 3));
    const before = kvView.known();
    kvView.delete('a', 4, 'deleted');
    kvView.list([item('a', 3)], before);
    expect(received).toEqual(['put a@3', 'deleted a']);
  });

  it('does not add an unseen value whose delete was received', () => {
    const { kvView, received } = view();
    const before = kvView.known();
    kvView.delete('a', 4, 'expired');
    kvView.list([item('a', 3)], before);
    expect(received).toEqual([]);
  });

  it('does not restore a key that a later listing found missing', () => {
    const { kvView, received } = view();
    kvView.put(item('a', 3));
    const before = kvView.known();
    kvView.list([], before);
    kvView.list([item('a', 3)], before);
    expect(received).toEqual(['put a@3', 'expired a']);
  });

  it('does not hide a later value of the key', () => {
    const { kvView, received } = view();
    kvView.put(item('a', 3));
    kvView.delete('a', 4, 'deleted');
    kvView.put(item('a', 5));
    kvView.delete('a', 6, 'deleted');
    expect(received).toEqual(['put a@3', 'deleted a', 'put a@5', 'deleted a']);
  });
});

it('follows a bucket that was created again, with revisions from 1', () => {
  const { kvView, received } = view();
  kvView.list([item('stays', 40), item('lost', 41), item('gone', 42)], kvView.known());
  kvView.delete('gone', 43, 'deleted');
  kvView.restartRevisions();
  kvView.list([item('stays', 1), item('gone', 2)], kvView.known());
  kvView.delete('stays', 3, 'deleted');
  expect(received.slice(3)).toEqual(['deleted gone', 'expired lost', 'put stays@1', 'put gone@2', 'deleted stays']);
});
