import { applyDecorators, Catch, UseFilters, type ExceptionFilter } from '@nestjs/common';
import { Ctx, EventPattern, Payload as InPayload, BaseRpcContext } from '@nestjs/microservices';
import { throwError, type Observable } from 'rxjs';
import { subjectOf, type Payload } from '#libs/contracts';
import { type Work } from './deliver.js';
import { type CommandDef, type EventDef } from './message-codec.js';

/**
 * Nest's own filter replaces every error by "Internal server error"; ours lets it through, since its fault decides what
 * happens to the message.
 */
class LetThroughFilter implements ExceptionFilter {
  catch(thrown: unknown): Observable<never> {
    return throwError(() => thrown);
  }
}
// Called, not written as a decorator, so that Node can run the libs from source (it strips types and knows no
// decorators).
Catch()(LetThroughFilter);

type Handler<D extends CommandDef | EventDef> = (payload: Payload<D>, context: MessageContext) => Promise<void>;
type Handles<D extends CommandDef | EventDef> = <M extends Handler<D>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<M>,
) => void;

/** Nest gives a handler without parameter decorators the payload only; ours always gets `(payload, context)`. */
function handles<D extends CommandDef | EventDef>(def: D): Handles<D> {
  const decorate = applyDecorators(
    EventPattern(subjectOf(def, '*')) as MethodDecorator,
    UseFilters(new LetThroughFilter()),
  );
  return (target, key, descriptor) => {
    InPayload()(target, key, 0);
    Ctx()(target, key, 1);
    decorate(target, key, descriptor);
  };
}

/**
 * The one handler of a command. It returns when the work is done, and throws when not: OutsideError is tried again,
 * UserError and BugError go to the dead letters. Deliveries repeat: look before working, write under a key made from
 * the payload.
 */
export const OnCommand = <D extends CommandDef>(def: D): Handles<D> => handles(def);

/** A handler of an event; answers like {@link OnCommand}. Events repeat and may come late. */
export const OnEvent = <D extends EventDef>(def: D): Handles<D> => handles(def);

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
