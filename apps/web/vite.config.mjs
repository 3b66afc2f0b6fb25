import react from '@vitejs/plugin-react';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const repository = path.resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8'));

/** The gateway of `npm run dev`. */
const gateway = `localhost:${process.env.VODKEEP_PORT ?? '8080'}`;

/**
 * sonner adds its styles as a <style> element, which the content security policy forbids: its file of the same styles
 * becomes part of ours.
 */
const sonnerStyles = {
  name: 'sonner-styles',
  transform(code, id) {
    if (!id.includes('/sonner/dist/index.mjs')) return null;
    if (!code.includes('\n__insertCSS(')) throw new Error('sonner adds its styles in another way');
    return { code: `import './styles.css';\n${code.replace('\n__insertCSS(', '\nvoid (')}`, map: null };
  },
};

/**
 * main.tsx waits at its top level for the file of a language, and that file imports the file "page". With main.tsx in the
 * latter, the two would wait for each other.
 */
const ENTRY = ['index.html', 'src/main.tsx'].map((file) => path.join(import.meta.dirname, file));

/**
 * Whether the entry of the page needs a module at once. By default the bundler spreads these modules over forty files, by
 * the views that share them, although every visitor loads all of them. What is imported on demand stays in a file of its
 * own.
 */
function isNeededAtOnce(id, context, seen = new Set()) {
  if (seen.has(id)) return false;
  seen.add(id);
  const info = context.getModuleInfo(id);
  if (info === null || info.dynamicImporters.length > 0) return false;
  return info.isEntry || info.importers.some((importer) => isNeededAtOnce(importer, context, seen));
}

/** Higher qualities save 4 % and take fifty times as long. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Writes the compressed copies that the gateway serves (apps/api/src/http/packed-assets.ts). */
const packedAssets = {
  name: 'packed-assets',
  writeBundle({ dir }, bundle) {
    for (const name of Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file))) {
      const file = path.join(dir, name);
      const text = readFileSync(file);
      writeFileSync(`${file}.br`, brotliCompressSync(text, BROTLI));
      writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
    }
  },
};

/**
 * Addresses are relative (`base: './'`) to the `<base href>` that the gateway writes, so that one build works under
 * every basepath.
 */
export default {
  root: import.meta.dirname,
  base: './',
  plugins: [react(), sonnerStyles, packedAssets],
  define: { __WEB_VERSION__: JSON.stringify(version) },
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: path.join(repository, 'dist/web'),
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2023',
    cssTarget: ['chrome119', 'firefox120', 'safari17'],
    assetsInlineLimit: 0,
    // The page loads only the parts of the catalogue that it uses, each from its own file.
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: /\/libs\/messages\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            {
              debugName: 'page',
              name: (id, context) => (!ENTRY.includes(id) && isNeededAtOnce(id, context) ? 'page' : null),
            },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 1300,
  },
  server: {
    proxy: {
      '/api': `http://${gateway}`,
      '/cache': `http://${gateway}`,
      '/vods': `http://${gateway}`,
      '/socket': { target: `ws://${gateway}`, ws: true },
    },
  },
};
