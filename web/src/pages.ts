// The pages that are loaded on first visit. Home comes with the first load.
import type { Component } from 'svelte';
import type { Route } from './state/route';

type Loaded = Promise<{ default: Component<{ route: Route }> }>;
type Lazy = Exclude<Route['page'], 'home'>;

const lazy = (load: () => Promise<unknown>) => load as () => Loaded; // pages that need no route ignore it

export const pages: Record<Lazy, () => Loaded> = {
  table: lazy(() => import('./view/table/Table.svelte')),
  new: lazy(() => import('./view/table/NewTable.svelte')),
  pass: lazy(() => import('./view/table/PassTable.svelte')),
  replay: lazy(() => import('./view/replay/Replay.svelte')),
  rules: lazy(() => import('./view/rules/Rules.svelte')),
  account: lazy(() => import('./view/account/Account.svelte')),
  settings: lazy(() => import('./view/settings/Settings.svelte')),
};
