import { boundaries } from './boundaries.mjs';
import { fileNames } from './file-names.mjs';
import { injectableImports } from './injectable-imports.mjs';
import { nestModules } from './nest-modules.mjs';
import { noSiteNames } from './no-site-names.mjs';
import { ownErrors } from './own-errors.mjs';
import { params } from './params.mjs';
import { pure } from './pure.mjs';
import { retiredWords } from './retired-words.mjs';
import { shownText } from './shown-text.mjs';
import { vodRows } from './vod-rows.mjs';

/** Rules of this repository only. Each rule has a planted fault in ../lint-plants.mjs. */
export const vodkeep = {
  rules: {
    boundaries,
    params,
    pure,
    'file-names': fileNames,
    'injectable-imports': injectableImports,
    'nest-modules': nestModules,
    'no-site-names': noSiteNames,
    'own-errors': ownErrors,
    'retired-words': retiredWords,
    'shown-text': shownText,
    'vod-rows': vodRows,
  },
};
