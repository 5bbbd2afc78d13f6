// Passes the table's state to the controller before the components render.
import type { TableState } from '../../../state/client';

export function syncTable(ctrl: { state: TableState }, table: () => TableState): void {
  $effect.pre(() => {
    ctrl.state = table();
  });
}
