import { SELF_TEST_KIND } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { HlsProvider } from '../hls/hls.provider.js';

/** The source of the self-test: HLS from an address of the API that runs it. No form and no file can add a channel of it. */
export class SelfTestProvider extends HlsProvider {
  override readonly kind = SELF_TEST_KIND;

  override identify(): Promise<never> {
    return Promise.reject(notOffered());
  }

  override refuseSource(): void {
    throw notOffered();
  }
}

const notOffered = (): UserError => new UserError(message('error.self-test-only'));
