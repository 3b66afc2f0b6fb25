import { expect, it } from '@jest/globals';
import { mutedCount, readSiteClips, thumbnailOf } from './site-items.js';

it.each(['https://x/thumb0-%{width}x%{height}.jpg', 'https://x/thumb0-{width}x{height}.jpg', 'https://x/thumb0-320x180.jpg'])('fills the size into %s', (template) => { expect(thumbnailOf(template, [320, 180])).toBe('https://x/thumb0-320x180.jpg'); });
it('counts muted stretches, of which a site may tell nothing', () => { expect([mutedCount({ muted_segments: null }), mutedCount({ muted_segments: [{ offset: 1, duration: 2 }] })]).toEqual([0, 1]); });
it('reads clips as far as they are told, and leaves out what cannot be asked for', () => {
  expect(readSiteClips([{ id: 'a', url: 'https://x/a', title: 7, new_field: 1 }, { title: 'no id' }, null])).toEqual([{ id: 'a', url: 'https://x/a', title: '', creator_name: '', view_count: 0, created_at: null, duration: 0, thumbnail_url: '' }]);
});
