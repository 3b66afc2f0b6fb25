import path from 'node:path';

const BANNED = new Set(['helper', 'helpers', 'util', 'utils', 'common', 'misc', 'shared', 'lib']);
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;

/** File names describe the content, in kebab-case with a role as suffix. @type {import('eslint').Rule.RuleModule} */
export const fileNames = {
  meta: { type: 'suggestion', schema: [] },
  create: (context) => ({
    /** @param {any} node */
    Program: (node) => {
      const stem = path.basename(context.filename).replace(/(\.d)?\.[cm]?[jt]sx?$/, '');
      if (BANNED.has(stem.split('.')[0] ?? ''))
        context.report({ node, message: `A file called ${stem} gathers everything: split it by what it does.` });
      else if (!KEBAB.test(stem))
        context.report({ node, message: 'File names are kebab-case, with the role as suffix.' });
    },
  }),
};
