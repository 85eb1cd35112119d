import { Injectable } from '@nestjs/common';
import {
  ApiError,
  beginErasure,
  contactDeleted,
  eraseContact,
  uuidOf,
  type ErasureTarget,
  type ParsedInput,
} from '@parley/contracts';
import { inTenant, systemContext, type Context } from '@parley/runtime/context';
import {
  Database,
  emailHash,
  Erasures,
  ServiceErasure,
  servicesBeside,
  tellServices,
  type Erasure,
  type ErasureSteps,
} from '@parley/persistence';
import { Handles, Rpc } from '@parley/rpc';
import { ContactRow } from './contact.entity.ts';
import { findContactForUpdate } from './contacts.queries.ts';

/** Begins the erasure of a contact, which the jobs of all services that know it carry out. */
@Injectable()
export class ContactErasures {
  constructor(
    private readonly db: Database,
    private readonly erasures: Erasures,
  ) {}

  @Handles(eraseContact)
  async erase(ctx: Context, { workspace, contact, mode, deleted }: ParsedInput<typeof eraseContact>) {
    const target: ErasureTarget = { type: 'contact', workspace, mode, contact };
    const id = uuidOf('contact', contact);
    await this.db.transaction(inTenant(ctx, workspace, mode), async (tx) => {
      const row = await tx.one(findContactForUpdate, [id]);
      if (row === undefined && deleted !== true && !(await this.erasures.has(tx, target)))
        throw unknownContact(mode);
      if (row !== undefined) {
        await tx.remove(ContactRow, id);
        tx.emit(contactDeleted, { id: contact });
      }
      const email = row?.email ?? null;
      await this.erasures.add(tx, target, email === null ? null : emailHash(email));
    });
    return { target, services: ['contact' as const, ...servicesBeside('contact', 'contact')] };
  }
}

const unknownContact = (mode: string): ApiError =>
  new ApiError('not_found', {
    message: `the workspace has no such contact in ${mode} mode; --deleted erases what is left of one that was deleted`,
  });

@Injectable()
export class ContactErasure extends ServiceErasure {
  constructor(private readonly rpc: Rpc) {
    super();
  }

  override openingSteps(type: Erasure['type']): ErasureSteps {
    return type === 'contact' ? { tell_services: this.#tellServices } : {};
  }

  readonly #tellServices = tellServices('contact', (told) =>
    this.rpc.call(beginErasure, systemContext(), told),
  );
}
