import { type KeptTable, keep } from '#platform/server/db/kept-table.ts';
import { batches, goodsLots, batchInputs, stockMovements } from './tables/batches.ts';
import { benchWords, cookedWeights } from '#areas/kitchen/server/tables/bench.ts';
import { dailyChecks, foodSafetySupervisors, recallRuns } from './tables/food-safety.ts';
import { shoppingOrders } from '#areas/kitchen/server/tables/shopping-orders.ts';
import { temperatureReadings } from '#areas/kitchen/server/tables/temperature-readings.ts';

export const kitchenTables: readonly KeptTable[] = [
  keep(batches, {
    class: 'trail',
    nobody:
      'id component_id meal_id delivery_date cook_date pot planned_qty made_qty left_qty wasted_qty state recipe_version_id done_at created_at',
    staff: 'by',
    days: 'always',
  }),
  keep(benchWords, {
    class: 'trail',
    nobody: 'key word answer pot_id about at device_id',
    staff: 'staff_id staff_name',
    days: 'always',
  }),
  keep(cookedWeights, {
    class: 'trail',
    nobody: 'key meal_id line_id date raw_qty cooked_qty at',
    staff: 'by',
    days: 'always',
  }),
  keep(goodsLots, {
    class: 'trail',
    nobody:
      'id ingredient_id supplier_id supplier_lot use_by received_at qty temp_tenths stored_as accepted note used_up_at shopping_order_id keeps_until cost_cents key line',
    staff: 'received_by',
    days: 'always',
  }),
  keep(batchInputs, {
    class: 'trail',
    nobody: 'id batch_id goods_lot_id input_batch_id certainty',
  }),
  keep(stockMovements, {
    class: 'trail',
    nobody: 'id ingredient_id goods_lot_id qty kind batch_id planned_for reason at',
    staff: 'by',
    days: 'always',
  }),
  keep(dailyChecks, { class: 'trail', nobody: 'id kind place since until' }),
  keep(foodSafetySupervisors, {
    class: 'trail',
    nobody: 'id certified_on at',
    staff: 'name',
    days: 'always',
  }),
  keep(recallRuns, {
    class: 'trail',
    nobody: 'id goods_lot_id is_drill at took_ms deliveries portions',
    staff: 'staff_id staff_name',
    days: 'always',
  }),
  keep(shoppingOrders, {
    class: 'trail',
    nobody:
      'id supplier_id arrives number from_date to_date lines way note sent_at order_by arrives_by_minute state open_lines received_key',
    staff: 'by received_by',
    days: 'always',
  }),
  keep(temperatureReadings, {
    class: 'trail',
    nobody:
      'id kind meal_id meal_name place goods_lot_id batch_id note date time_slot tenths at recorded_at probe limit pass action action_at corrects is_withdrawn start_id since_at key source is_not_needed thrown_out',
    staff: 'staff_id staff_name measured_by action_staff_id action_staff_name',
    days: '12 months (setting `temperatureMonths`, at least 3; `areas/kitchen/server/make-record.ts`)',
  }),
];
