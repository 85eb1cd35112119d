import type { z } from 'zod';
import { ownerOf, type ServiceName } from './services.ts';

/** A call between services, without a route. */
export interface InternalCall<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  ForTenant extends boolean = boolean,
> {
  readonly kind: 'call';
  /** Whether the caller's context must have a tenant. */
  readonly forTenant: ForTenant;
  readonly id: `${string}.${string}`;
  /** `each`: every service handles it, and `input.service` selects one. */
  readonly service: ServiceName | 'each';
  readonly summary: string;
  readonly input: I;
  readonly output: O;
  /** Name of an operator command on the command line (`noun:verb`). Its options derive from `input`. */
  readonly command?: `${string}:${string}`;
  /** Options of the command that its help shows as an example. */
  readonly example?: I['_zod']['input'];
  /** The command that runs this one as one of its steps. */
  readonly partOf?: string;
  /** Reports on the work that the command has begun, which the command line waits for. */
  readonly progress?: InternalCall;
  /** Lists the records that the command line writes behind what the command returns, a page at a time. */
  readonly pages?: InternalCall;
}

type CallSpec<I extends z.ZodType, O extends z.ZodType> = Pick<
  InternalCall<I, O>,
  'summary' | 'input' | 'output'
> &
  Partial<Pick<InternalCall, 'service'>>;

function defineInternalCall<Spec extends Pick<InternalCall, 'id'> & Partial<Pick<InternalCall, 'service'>>>(
  spec: Spec,
) {
  const service = spec.service ?? (ownerOf(spec.id) as InternalCall['service']);
  return { kind: 'call', ...spec, service } as const;
}

/** Defines a call between services without a tenant. */
export function defineCall<I extends z.ZodType, O extends z.ZodType>(
  spec: CallSpec<I, O> & Pick<InternalCall, 'id'>,
): InternalCall<I, O, false> {
  return defineInternalCall({ forTenant: false, ...spec });
}

/** Defines a call between services on the data of the caller's tenant. */
export function defineTenantCall<I extends z.ZodType, O extends z.ZodType>(
  spec: CallSpec<I, O> & Pick<InternalCall, 'id'>,
): InternalCall<I, O, true> {
  return defineInternalCall({ forTenant: true, ...spec });
}

/**
 * Defines an operator command (`parley workspace:create --name Acme`). The description of a field of `input` is the help of its
 * option; the values of an option that is repeated are joined by `listSeparator` in the `.meta()` of its field.
 */
export function defineCommand<I extends z.ZodType, O extends z.ZodType>(
  spec: CallSpec<I, O> &
    Pick<Required<InternalCall>, 'command'> &
    Partial<Pick<InternalCall, 'id' | 'example' | 'partOf' | 'progress' | 'pages'>>,
): InternalCall<I, O, false> {
  const id = spec.command.replace(':', '.').replaceAll('-', '_') as InternalCall['id'];
  return defineInternalCall({ forTenant: false, id, ...spec });
}
