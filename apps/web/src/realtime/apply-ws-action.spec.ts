import { expect, it } from '@jest/globals';
import { type ScopedMutator } from 'swr';
import { WsAction } from '#libs/contracts';
import { APPLY, applyFrame, type Page } from './apply-ws-action.js';

function page() {
  const written: { key: unknown; data: unknown; options: unknown }[] = [];
  const said: string[] = [];
  const mutate = ((key: unknown, data: unknown, options: unknown) => { written.push({ key, data, options }); return Promise.resolve(); }) as ScopedMutator;
  return { written, said, it: { mutate, toast: (text) => { said.push(text); }, notify: ({ title }) => { said.push(title); } } satisfies Page };
}

it('has an entry for every action of the wire and no other', () => {
  const names = WsAction.options.map((option) => option.shape.action.value);
  expect(Object.keys(APPLY).sort()).toEqual([...names].sort());
});
it('writes a changed VOD into its own entry and into the list, and asks for neither', () => {
  const p = page();
  expect(applyFrame({ action: 'vod_updated', data: { vod: { uuid: 'v', channel_uuid: 'c' } } }, p.it)).toBe(true);
  expect(p.written.map((w) => w.key)).toEqual(['/api/v0/vod/v', '/api/v0/channels']);
  expect(p.written.every((w) => !(w.options as { revalidate: boolean }).revalidate)).toBe(true);
});
it('asks for the settings, and what hangs on them, again when they changed', () => {
  const p = page();
  applyFrame({ action: 'settings_updated', data: {} }, p.it);
  expect(p.written).toEqual(['/api/v0/settings', '/api/v0/sites'].map((key) => ({ key, data: undefined, options: undefined })));
});
it('tells the person what the server wants told, and asks for the list of notices again', () => {
  const p = page();
  applyFrame({ action: 'alert', data: { text: 'disk is nearly full' } }, p.it);
  applyFrame({ action: 'notify', data: { title: 'hana is live', body: '', icon: '', url: '', tts: false } }, p.it);
  expect(p.said).toEqual(['disk is nearly full', 'hana is live']);
  expect(p.written).toEqual([{ key: '/api/v0/notices', data: undefined, options: undefined }]);
});
it.each([[{ action: 'from_the_future', data: {} }], [{ action: 'toString' }], [{}], [null], ['text']])('refuses what it does not know: %j', (frame) => {
  const p = page();
  expect(applyFrame(frame, p.it)).toBe(false);
  expect(p.written).toEqual([]);
});
