import { checkContainer } from './container-health.js';

/** `node dist/tools/supervisor/check-container.js`: the health check of deploy/compose.yaml. */
const port = process.env['VODKEEP_HEALTH_PORT'] ?? '8081';
process.exitCode = (await checkContainer({ url: `http://127.0.0.1:${port}/health/live` })) ? 0 : 1;
