import type { SourceSpec, Window } from './source-spec.js';

/** In the field, each request is answered by another edge; no rhythm of requests always meets the same one. */
const EDGE_MS = 1500;
const LAST_ENTRY = /#EXTINF:[^\n]*\n[^\n#]*\n$/;

const isSecond = ({ atMs }: Window): boolean => Math.floor(atMs / EDGE_MS) % 2 === 1;
const SHIFT = 3;

/** Two edges behind one name: the second has its own names and numbers, and lists a segment one segment late. */
export const edgesOtherNames = (): SourceSpec => ({
  name: '10-edges-other-names',
  numberOf: (window) => window.first + (isSecond(window) ? SHIFT : 0),
  list: (text, window) => {
    if (!isSecond(window)) return text;
    const listed = window.ended || window.first === window.last ? text : text.replace(LAST_ENTRY, '');
    return listed.replaceAll(/^c(?=\d+\.ts$)/gm, 'edge/b');
  },
  answer: ({ path }, usual) => usual(path.replace('edge/b', 'c')),
});
