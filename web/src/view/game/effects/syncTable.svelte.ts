// The desk is where the table is, before anything of a change is drawn.
import type { TableState } from '../../../state/client';

export function syncTable(ctrl: { state: TableState }, table: () => TableState): void {
  $effect.pre(() => {
    ctrl.state = table();
  });
}
