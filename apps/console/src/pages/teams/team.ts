import type { Schemas } from '../../api/public.ts';

export type Team = Schemas['Team'];
