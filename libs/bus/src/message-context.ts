import { BaseRpcContext } from '@nestjs/microservices';
import { type Work } from './deliver.js';

/** Second argument of an `@OnCommand` or `@OnEvent` handler. */
export class MessageContext extends BaseRpcContext<[Work & { readonly subject: string }]> {
  get attempt(): number {
    return this.args[0].attempt;
  }
  get subject(): string {
    return this.args[0].subject;
  }
  /** See {@link Work.signal}. */
  get signal(): AbortSignal {
    return this.args[0].signal;
  }
  /** See {@link Work.progress}. */
  progress(): void {
    this.args[0].progress();
  }
}
