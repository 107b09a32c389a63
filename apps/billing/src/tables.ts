import type { NumberSeriesTable } from './resources/number-series/number-series.tables.ts';
import type { ServiceTypesTable } from './resources/service-type/service-type.tables.ts';
import type { ServicesTable } from './resources/service/service.tables.ts';
import type { TaxRatesTable } from './resources/tax-rate/tax-rate.tables.ts';

/** Every table of the service, by name. */
export interface Tables {
  service_types: ServiceTypesTable;
  tax_rates: TaxRatesTable;
  services: ServicesTable;
  number_series: NumberSeriesTable;
}
