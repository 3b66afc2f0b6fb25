import { KvView, type KvChange } from './kv-view.js';

function view() {
  const heard: string[] = [];
  const told = new KvView<string>('expired', (c: KvChange<string>) =>
    heard.push(
      c.type === 'put'
        ? `put ${c.key}@${c.revision}`
        : c.type === 'delete'
          ? `${c.cause} ${c.key}`
          : `resync ${c.keys}`,
    ),
  );
  return { told, heard };
}
const item = (key: string, revision: number) => ({ key, value: key, revision });

it('tells a change once, however often it is seen', () => {
  const { told, heard } = view();
  told.list([item('a', 1)], told.known());
  told.put(item('a', 1));
  told.put(item('a', 3));
  told.put(item('a', 2));
  told.delete('a', 4, 'deleted');
  told.delete('a', 4, 'deleted');
  expect(heard).toEqual(['put a@1', 'put a@3', 'deleted a']);
});

it('finds what went away, changed and came while nobody listened', () => {
  const { told, heard } = view();
  told.list([item('a', 1), item('b', 2)], told.known());
  told.list([item('b', 5), item('c', 6)], told.known());
  told.resync();
  expect(heard).toEqual(['put a@1', 'put b@2', 'expired a', 'put b@5', 'put c@6', 'resync 2']);
});

it('does not take a key for vanished that came after the listing was asked for', () => {
  const { told, heard } = view();
  const before = told.known();
  told.put(item('new', 9));
  told.list([], before);
  expect(heard).toEqual(['put new@9']);
});

it('does not let an old delete end a newer value', () => {
  const { told, heard } = view();
  told.put(item('a', 7));
  told.delete('a', 6, 'expired');
  expect(heard).toEqual(['put a@7']);
});

describe('a listing that was asked for before a delete and comes after it', () => {
  it('does not bring the old value back', () => {
    const { told, heard } = view();
    told.put(item('a', 3));
    const before = told.known();
    told.delete('a', 4, 'deleted');
    told.list([item('a', 3)], before);
    expect(heard).toEqual(['put a@3', 'deleted a']);
  });

  it('does not bring a value that was never heard, once its delete was', () => {
    const { told, heard } = view();
    const before = told.known();
    told.delete('a', 4, 'expired');
    told.list([item('a', 3)], before);
    expect(heard).toEqual([]);
  });

  it('does not bring back what another listing found missing', () => {
    const { told, heard } = view();
    told.put(item('a', 3));
    const before = told.known();
    told.list([], before);
    told.list([item('a', 3)], before);
    expect(heard).toEqual(['put a@3', 'expired a']);
  });

  it('does not hide a later value of the key', () => {
    const { told, heard } = view();
    told.put(item('a', 3));
    told.delete('a', 4, 'deleted');
    told.put(item('a', 5));
    told.delete('a', 6, 'deleted');
    expect(heard).toEqual(['put a@3', 'deleted a', 'put a@5', 'deleted a']);
  });
});

it('follows a bucket that was lost and made again, with revisions from one on', () => {
  const { told, heard } = view();
  told.list([item('stays', 40), item('lost', 41), item('gone', 42)], told.known());
  told.delete('gone', 43, 'deleted');
  told.remade();
  told.list([item('stays', 1), item('gone', 2)], told.known());
  told.delete('stays', 3, 'deleted');
  expect(heard.slice(3)).toEqual(['deleted gone', 'expired lost', 'put stays@1', 'put gone@2', 'deleted stays']);
});
