import { getMetadataArgsStorage } from 'typeorm';
import type { Type } from '@nestjs/common';

export interface EntityColumn {
  readonly name: string;
  readonly type: string;
}

export interface EntityTable {
  readonly table: string;
  readonly columns: readonly EntityColumn[];
}

/** The table of an entity and the columns that its class and the classes above it declare. */
export function tableOf(entity: Type): EntityTable {
  const { columns, tables } = getMetadataArgsStorage();
  const classes = ancestryOf(entity);
  const table = tables.find(({ target }) => target === entity)?.name;
  if (table === undefined) throw new Error(`${entity.name} is no entity`);
  return {
    table,
    columns: columns
      .filter(({ target }) => classes.includes(target))
      .map(({ propertyName, options }) => ({
        name: propertyName,
        type: `${String(options.type)}${options.array === true ? '[]' : ''}`,
      })),
  };
}

function ancestryOf(entity: Type): unknown[] {
  const classes: unknown[] = [];
  for (let one: unknown = entity; typeof one === 'function'; one = Object.getPrototypeOf(one))
    classes.push(one);
  return classes;
}
