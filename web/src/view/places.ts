// The places that are loaded when they are gone to. Home comes with the page.
import type { Component } from 'svelte';
import type { Route } from '../state/route';

type Loaded = Promise<{ default: Component<{ route: Route }> }>;
type Lazy = Exclude<Route['place'], 'home'>;

const lazy = (load: () => Promise<unknown>) => load as () => Loaded; // places that need no route ignore it

export const places: Record<Lazy, () => Loaded> = {
  table: lazy(() => import('./table/Table.svelte')),
  new: lazy(() => import('./table/NewTable.svelte')),
  pass: lazy(() => import('./table/PassTable.svelte')),
  replay: lazy(() => import('./replay/Replay.svelte')),
  rules: lazy(() => import('./rules/Rules.svelte')),
  account: lazy(() => import('./account/Account.svelte')),
  settings: lazy(() => import('./settings/Settings.svelte')),
};
