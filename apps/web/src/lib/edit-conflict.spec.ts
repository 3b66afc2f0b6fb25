import { UserError, untranslated } from '#libs/errors';
import { expect, it } from '@jest/globals';
import { type Edited, type FieldConflict, saveEdit } from './edit-conflict.js';

interface Values {
  readonly title: string;
  readonly comment: string;
}
const OPENED: Edited<Values> = { values: { title: 'a', comment: 'x' }, version: 1 };
const refused = new UserError(untranslated('edit-conflict', ''), { status: 409 });

/** Saves an edit after another one. @returns the outcome, the questions to the user, and the requests */
async function saved(wanted: Values, current: Edited<Values>, choice: 'mine' | 'theirs' | null = null) {
  const sent: [Values, number][] = [];
  const shownConflicts: FieldConflict<Values>[] = [];
  const { outcome } = await saveEdit<Values, string>({
    opened: OPENED,
    wanted,
    send: (values, { version }) => {
      sent.push([values, version]);
      return version === current.version ? Promise.resolve('ok') : Promise.reject(refused);
    },
    currentOf: (thrown) => (thrown === refused ? current : undefined),
    chooseEdit: (conflicts) => {
      shownConflicts.push(...conflicts);
      return Promise.resolve(choice);
    },
  });
  return { outcome, asked: shownConflicts, sent };
}
const theirs = (values: Partial<Values>): Edited<Values> => ({ values: { ...OPENED.values, ...values }, version: 2 });

it('is sent once where nobody else saved anything', async () => {
  const wanted = { title: 'b', comment: 'x' };
  expect(await saved(wanted, OPENED)).toEqual({ outcome: 'saved', asked: [], sent: [[wanted, 1]] });
});

it('is sent again without a question where the other edit changed other fields, or the same to the same', async () => {
  const { outcome, asked: shownConflicts, sent } = await saved({ title: 'b', comment: 'x' }, theirs({ comment: 'y' }));
  expect([outcome, shownConflicts, sent.at(-1)]).toEqual(['saved', [], [{ title: 'b', comment: 'y' }, 2]]);
  expect(await saved({ title: 'b', comment: 'x' }, theirs({ title: 'b' }))).toMatchObject({
    outcome: 'same',
    asked: [],
  });
});

it('asks of the fields that both changed; with mine all of mine is sent', async () => {
  const {
    outcome,
    asked: shownConflicts,
    sent,
  } = await saved({ title: 'b', comment: 'z' }, theirs({ title: 'c' }), 'mine');
  expect(shownConflicts).toEqual([{ field: 'title', theirs: 'c', mine: 'b' }]);
  expect([outcome, sent.at(-1)]).toEqual(['saved', [{ title: 'b', comment: 'z' }, 2]]);
});

it('with theirs sends what is left of mine, or nothing', async () => {
  const some = await saved({ title: 'b', comment: 'z' }, theirs({ title: 'c' }), 'theirs');
  expect([some.outcome, some.sent.at(-1)]).toEqual(['saved', [{ title: 'c', comment: 'z' }, 2]]);
  const none = await saved({ title: 'b', comment: 'x' }, theirs({ title: 'c' }), 'theirs');
  expect([none.outcome, none.sent.length]).toEqual(['same', 1]);
});

it('sends nothing more while it is not decided', async () => {
  const { outcome, sent } = await saved({ title: 'b', comment: 'x' }, theirs({ title: 'c' }), null);
  expect([outcome, sent.length]).toEqual(['open', 1]);
});

it('fails as the call fails otherwise', async () => {
  const other = new UserError(untranslated('bad', 'no'));
  const saving = saveEdit<Values, string>({
    opened: OPENED,
    wanted: { title: 'b', comment: 'x' },
    send: () => Promise.reject(other),
    currentOf: () => undefined,
    chooseEdit: () => Promise.resolve('mine'),
  });
  await expect(saving).rejects.toBe(other);
});
