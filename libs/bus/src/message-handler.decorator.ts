import { applyDecorators, Catch, UseFilters, type ExceptionFilter } from '@nestjs/common';
import { Ctx, EventPattern, Payload as InPayload, BaseRpcContext } from '@nestjs/microservices';
import { throwError, type Observable } from 'rxjs';
import { subjectOf, type Payload } from '#libs/contracts';
import { type Work } from './handle-delivery.js';
import { type CommandDef, type EventDef } from './message-codec.js';

/**
 * Rethrows every error. Nest's own filter replaces errors by "Internal server error", but the fault of the error
 * decides how the message is answered.
 */
class RethrowFilter implements ExceptionFilter {
  catch(thrown: unknown): Observable<never> {
    return throwError(() => thrown);
  }
}
// Called as a function and not written as a decorator, so that Node can run the libs from source: Node strips types but
// does not support decorators.
Catch()(RethrowFilter);

type Handler<D extends CommandDef | EventDef> = (payload: Payload<D>, context: MessageContext) => Promise<void>;
type HandlerDecorator<D extends CommandDef | EventDef> = <M extends Handler<D>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<M>,
) => void;

/**
 * Nest passes only the payload to a handler without parameter decorators. This decorator always passes `(payload,
 * context)`.
 */
function handles<D extends CommandDef | EventDef>(def: D): HandlerDecorator<D> {
  const decorate = applyDecorators(
    EventPattern(subjectOf(def, '*')) as MethodDecorator,
    UseFilters(new RethrowFilter()),
  );
  return (target, key, descriptor) => {
    InPayload()(target, key, 0);
    Ctx()(target, key, 1);
    decorate(target, key, descriptor);
  };
}

/**
 * Marks the only handler of a command. The handler returns when the work is done and throws if it failed: an
 * OutsideError is retried, a UserError or BugError becomes a dead letter. Deliveries repeat, so the handler must check
 * whether the work is done and write under a key derived from the payload.
 */
export const OnCommand = <D extends CommandDef>(def: D): HandlerDecorator<D> => handles(def);

/** Marks a handler of an event; answered like {@link OnCommand}. Events can repeat and arrive late. */
export const OnEvent = <D extends EventDef>(def: D): HandlerDecorator<D> => handles(def);

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
