import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import { checkArguments, checkPort, wantedPort } from './before-install.mjs';

describe('checkArguments', () => {
  it('names the correct command if npm swallowed options without --', () => {
    expect(() => {
      checkArguments('start', { npm_config_demo: 'true' });
    }).toThrow('npm kept --demo for itself. Write -- in front of it: npm start -- --demo ...');
    expect(() => {
      checkArguments('dev', { npm_config_data: '/srv/x', npm_config_port: '9000' });
    }).toThrow('npm run dev -- --data --port ...');
  });
  it('accepts the options of npm itself', () => {
    checkArguments('start', { npm_config_cache: '/root/.npm', npm_config_loglevel: 'error' });
  });
});

describe('the port that is checked before anything is installed', () => {
  let dir: ReturnType<typeof tempDir>;
  let server: Server;
  let port: string;
  beforeEach(async () => {
    dir = tempDir('before-install');
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = String((server.address() as AddressInfo).port);
  });
  afterEach(() => {
    server.close();
    dir.remove();
  });

  it('comes from the arguments, else the environment, else the settings file, else it is 8080', () => {
    const file = join(dir.path, 'settings');
    writeFileSync(file, '# VODKEEP_PORT=1\nexport VODKEEP_PORT="9003"\n');
    const env = { VODKEEP_PORT: '9002', VODKEEP_CONFIG_FILE: file };
    expect(wantedPort(['--demo', '--port', '9000'], env)).toBe(9000);
    expect(wantedPort(['--port=9001'], env)).toBe(9001);
    expect(wantedPort([], env)).toBe(9002);
    expect(wantedPort([], { VODKEEP_CONFIG_FILE: file })).toBe(9003);
    writeFileSync(file, '{\n  "VODKEEP_PORT": "9004"\n}');
    expect(wantedPort([], { VODKEEP_CONFIG_FILE: file })).toBe(9004);
    expect(wantedPort([], {})).toBe(8080);
  });

  it('is refused with the remedy while another program uses it', async () => {
    const args = ['--port', port, '--data', dir.path];
    await expect(checkPort(args, { VODKEEP_HOST: '127.0.0.1' })).rejects.toThrow(
      /is in use by another program.*npm start -- --port/,
    );
    server.close();
    await once(server, 'close');
    await checkPort(args, { VODKEEP_HOST: '127.0.0.1' });
  });

  it('is distinguished from a Vodkeep that runs on the same data folder', async () => {
    // A process like the supervisor: it holds the port, and the lock file names it.
    mkdirSync(join(dir.path, 'supervisor'));
    const { execaNode } = await import('execa');
    writeFileSync(join(dir.path, 'supervisor/main.js'), 'process.send("runs"); setInterval(() => undefined, 1000);');
    const supervisor = execaNode(join(dir.path, 'supervisor/main.js'), { ipc: true, reject: false });
    await supervisor.getOneMessage();
    writeFileSync(join(dir.path, '.lock'), String(supervisor.pid));
    await expect(checkPort(['--port', port, '--data', dir.path], { VODKEEP_HOST: '127.0.0.1' })).rejects.toThrow(
      `Vodkeep already runs on ${dir.path} (process ${String(supervisor.pid)})`,
    );
    supervisor.kill();
    await supervisor;
  });
});
