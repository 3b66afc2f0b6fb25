import { Module, type DynamicModule } from '@nestjs/common';
import { Bus } from '#libs/bus';
import { type ConfigOf, type ServiceName } from '#libs/config';
import { type OpenStorage } from '#libs/storage';
import { Drain } from './drain.js';
import { HealthRegistry } from './health-registry.js';
import { Log } from './log.js';

/** Shared resources of a service. `startService` opens them once and passes them to the service's module. */
export interface Kit<N extends ServiceName> {
  readonly name: N;
  readonly version: string;
  readonly config: ConfigOf<N>;
  readonly log: Log;
  readonly bus: Bus;
  readonly storage: OpenStorage;
  readonly health: HealthRegistry;
  readonly drain: Drain;
}

/** Injection token of the service's `ConfigOf<name>`. */
export const CONFIG = Symbol('config');
/** Injection token of `Storage`: an interface has no runtime value to inject by. */
export const STORAGE = Symbol('storage');

/**
 * Makes the kit injectable in every module: `Bus`, `Log`, `HealthRegistry` and `Drain` by class, the rest by {@link
 * CONFIG} and {@link STORAGE}.
 */
export class KitModule {
  static of<N extends ServiceName>({ bus, log, health, drain, config, storage }: Kit<N>): DynamicModule {
    const providers = [
      { provide: Bus, useValue: bus },
      { provide: Log, useValue: log },
      { provide: HealthRegistry, useValue: health },
      { provide: Drain, useValue: drain },
      { provide: CONFIG, useValue: config },
      { provide: STORAGE, useValue: storage },
    ];
    return { module: KitModule, global: true, providers, exports: providers.map((p) => p.provide) };
  }
}

// Called as a function and not written as a decorator, so that Node can run the libs from source: Node strips types but
// does not support decorators.
Module({})(KitModule);
