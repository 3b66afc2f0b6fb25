import { expect, it } from '@jest/globals';
import { canGet, mutedCount, readSiteClips, stretchOf } from './site-items.js';

it('counts muted stretches, of which a site may tell nothing', () => {
  expect([mutedCount({ muted_segments: null }), mutedCount({ muted_segments: [{ offset: 1, duration: 2 }] })]).toEqual([
    0, 1,
  ]);
});
it('reads clips as far as they are asked, and leaves out what cannot be asked for', () => {
  expect(readSiteClips([{ id: 'a', url: 'https://x/a', title: 7, new_field: 1 }, { title: 'no id' }, null])).toEqual([
    {
      id: 'a',
      url: 'https://x/a',
      title: '',
      creator_name: '',
      view_count: 0,
      created_at: null,
      duration: 0,
      picture: '',
    },
  ]);
});
it.each([
  { what: 'all of it', part: { from: '', to: '' }, can: [true, false] },
  { what: 'from its very start', part: { from: '0', to: '' }, can: [true, false] },
  { what: 'its rest', part: { from: '1:00', to: '' }, can: [true, true] },
  { what: 'its beginning', part: { from: '', to: '1:00' }, can: [true, true] },
  { what: 'nothing that is a stretch', part: { from: '2:00', to: '1:00' }, can: [false, false] },
])('of a video that is here already only a part can be asked for: $what', ({ part, can }) => {
  expect([canGet({ vod_uuid: null }, stretchOf(part)), canGet({ vod_uuid: 'v' }, stretchOf(part))]).toEqual(can);
});
