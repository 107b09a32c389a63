// Generated from the contracts by `npm run sdk`. Do not change by hand.
export interface paths {
    "/api/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List one's own API keys, or all
         * @description List one's own API keys, or all.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description For another user the caller needs security_settings:create and every permission of that user.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one API key
         * @description Read one API key.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description A revoked key stays listed as inactive for seven days. Revoking it again changes nothing.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give an API key a new secret
         * @description For another user's key the caller needs security_settings:update and every permission of that user.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys/{id}/rate-limit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a key's own rate limit
         * @description Read a key's own rate limit.
         *
         *     Needs the permission `security_settings:read`.
         */
        get: operations["getApiKeyRateLimit"];
        /**
         * Give a key a rate limit of its own
         * @description Give a key a rate limit of its own.
         *
         *     Needs the permission `security_settings:update`.
         */
        put: operations["setApiKeyRateLimit"];
        post?: never;
        /**
         * Let the tenant's rate limit apply to a key again
         * @description Let the tenant's rate limit apply to a key again.
         *
         *     Needs the permission `security_settings:delete`.
         */
        delete: operations["clearApiKeyRateLimit"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/validate-api-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Whose API key the header x-api-key holds
         * @description Asking is no use: the count of a key with a usage_limit stays as it is. Every invalid key gets the same 401.
         */
        post: operations["validateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clients/{id}/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a client's locations, the default first, then by name
         * @description List a client's locations, the default first, then by name.
         *
         *     Needs the permission `client:read`.
         */
        get: operations["listClientLocations"];
        put?: never;
        /**
         * Give a client a location
         * @description Give a client a location.
         *
         *     Needs the permission `client:update`.
         */
        post: operations["createClientLocation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/companies/{id}/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a client's locations, the default first, then by name
         * @description List a client's locations, the default first, then by name.
         *
         *     The same as `/api/v1/clients/{id}/locations`.
         *
         *     Needs the permission `client:read`.
         */
        get: operations["listClientLocationsAlias"];
        put?: never;
        /**
         * Give a client a location
         * @description Give a client a location.
         *
         *     The same as `/api/v1/clients/{id}/locations`.
         *
         *     Needs the permission `client:update`.
         */
        post: operations["createClientLocationAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clients/{id}/locations/{locationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one location of a client
         * @description Read one location of a client.
         *
         *     Needs the permission `client:read`.
         */
        get: operations["getClientLocation"];
        /**
         * Change a location of a client
         * @description A default that is deactivated or given up hands over to the oldest other active location.
         *
         *     Needs the permission `client:update`.
         */
        put: operations["updateClientLocation"];
        post?: never;
        /**
         * Delete a location of a client
         * @description Delete a location of a client.
         *
         *     Needs the permission `client:update`.
         */
        delete: operations["deleteClientLocation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/companies/{id}/locations/{locationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one location of a client
         * @description Read one location of a client.
         *
         *     The same as `/api/v1/clients/{id}/locations/{locationId}`.
         *
         *     Needs the permission `client:read`.
         */
        get: operations["getClientLocationAlias"];
        /**
         * Change a location of a client
         * @description A default that is deactivated or given up hands over to the oldest other active location.
         *
         *     The same as `/api/v1/clients/{id}/locations/{locationId}`.
         *
         *     Needs the permission `client:update`.
         */
        put: operations["updateClientLocationAlias"];
        post?: never;
        /**
         * Delete a location of a client
         * @description Delete a location of a client.
         *
         *     The same as `/api/v1/clients/{id}/locations/{locationId}`.
         *
         *     Needs the permission `client:update`.
         */
        delete: operations["deleteClientLocationAlias"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List clients
         * @description List clients.
         *
         *     Needs the permission `client:read`.
         */
        get: operations["listClients"];
        put?: never;
        /**
         * Create a client
         * @description Create a client.
         *
         *     Needs the permission `client:create`.
         */
        post: operations["createClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List clients
         * @description List clients.
         *
         *     The same as `/api/v1/clients`.
         *
         *     Needs the permission `client:read`.
         */
        get: operations["listClientsAlias"];
        put?: never;
        /**
         * Create a client
         * @description Create a client.
         *
         *     The same as `/api/v1/clients`.
         *
         *     Needs the permission `client:create`.
         */
        post: operations["createClientAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one client
         * @description Read one client.
         *
         *     Needs the permission `client:read`.
         */
        get: operations["getClient"];
        /**
         * Change a client
         * @description People of the client portal change contact details of their own client only; other members are ignored.
         *
         *     Needs the permission `client:update`.
         */
        put: operations["updateClient"];
        post?: never;
        /**
         * Delete a client and its locations
         * @description Refused while anything depends on the client; `details.dependencies` then counts what does.
         *
         *     Needs the permission `client:delete`.
         */
        delete: operations["deleteClient"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/companies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one client
         * @description Read one client.
         *
         *     The same as `/api/v1/clients/{id}`.
         *
         *     Needs the permission `client:read`.
         */
        get: operations["getClientAlias"];
        /**
         * Change a client
         * @description People of the client portal change contact details of their own client only; other members are ignored.
         *
         *     The same as `/api/v1/clients/{id}`.
         *
         *     Needs the permission `client:update`.
         */
        put: operations["updateClientAlias"];
        post?: never;
        /**
         * Delete a client and its locations
         * @description Refused while anything depends on the client; `details.dependencies` then counts what does.
         *
         *     The same as `/api/v1/clients/{id}`.
         *
         *     Needs the permission `client:delete`.
         */
        delete: operations["deleteClientAlias"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{id}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was changed on an asset, by whom and when
         * @description List what was changed on an asset, by whom and when.
         *
         *     Needs the permission `asset:read`.
         */
        get: operations["listAssetChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/assets/{id}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was changed on an asset, by whom and when
         * @description List what was changed on an asset, by whom and when.
         *
         *     The same as `/api/v1/assets/{id}/changes`.
         *
         *     Needs the permission `asset:read`.
         */
        get: operations["listAssetChangesAlias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{id}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the documents of an asset
         * @description List the documents of an asset.
         *
         *     Needs the permissions `asset:read` and `document:read`.
         */
        get: operations["listAssetDocuments"];
        put?: never;
        /**
         * Associate a document with an asset
         * @description Associate a document with an asset.
         *
         *     Needs the permissions `asset:update` and `document:read`.
         */
        post: operations["associateDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/assets/{id}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the documents of an asset
         * @description List the documents of an asset.
         *
         *     The same as `/api/v1/assets/{id}/documents`.
         *
         *     Needs the permissions `asset:read` and `document:read`.
         */
        get: operations["listAssetDocumentsAlias"];
        put?: never;
        /**
         * Associate a document with an asset
         * @description Associate a document with an asset.
         *
         *     The same as `/api/v1/assets/{id}/documents`.
         *
         *     Needs the permissions `asset:update` and `document:read`.
         */
        post: operations["associateDocumentAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/documents/{associationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a document off an asset; the document stays
         * @description Take a document off an asset; the document stays.
         *
         *     Needs the permission `asset:update`.
         */
        delete: operations["detachDocument"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/assets/documents/{associationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a document off an asset; the document stays
         * @description Take a document off an asset; the document stays.
         *
         *     The same as `/api/v1/assets/documents/{associationId}`.
         *
         *     Needs the permission `asset:update`.
         */
        delete: operations["detachDocumentAlias"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the notes of an asset
         * @description Read the notes of an asset.
         *
         *     Needs the permission `asset:read`.
         */
        get: operations["getAssetNotes"];
        /**
         * Write the notes of an asset
         * @description Write the notes of an asset.
         *
         *     Needs the permission `asset:update`.
         */
        put: operations["writeAssetNotes"];
        post?: never;
        /**
         * Take the notes off an asset
         * @description Take the notes off an asset.
         *
         *     Needs the permission `asset:update`.
         */
        delete: operations["deleteAssetNotes"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/assets/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the notes of an asset
         * @description Read the notes of an asset.
         *
         *     The same as `/api/v1/assets/{id}/notes`.
         *
         *     Needs the permission `asset:read`.
         */
        get: operations["getAssetNotesAlias"];
        /**
         * Write the notes of an asset
         * @description Write the notes of an asset.
         *
         *     The same as `/api/v1/assets/{id}/notes`.
         *
         *     Needs the permission `asset:update`.
         */
        put: operations["writeAssetNotesAlias"];
        post?: never;
        /**
         * Take the notes off an asset
         * @description Take the notes off an asset.
         *
         *     The same as `/api/v1/assets/{id}/notes`.
         *
         *     Needs the permission `asset:update`.
         */
        delete: operations["deleteAssetNotesAlias"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List assets
         * @description List assets.
         *
         *     Needs the permission `asset:read`.
         */
        get: operations["listAssets"];
        put?: never;
        /**
         * Create an asset
         * @description Create an asset.
         *
         *     Needs the permission `asset:create`.
         */
        post: operations["createAsset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List assets
         * @description List assets.
         *
         *     The same as `/api/v1/assets`.
         *
         *     Needs the permission `asset:read`.
         */
        get: operations["listAssetsAlias"];
        put?: never;
        /**
         * Create an asset
         * @description Create an asset.
         *
         *     The same as `/api/v1/assets`.
         *
         *     Needs the permission `asset:create`.
         */
        post: operations["createAssetAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find assets by text
         * @description Find assets by text.
         *
         *     Needs the permission `asset:read`.
         */
        get: operations["searchAssets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/assets/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find assets by text
         * @description Find assets by text.
         *
         *     The same as `/api/v1/assets/search`.
         *
         *     Needs the permission `asset:read`.
         */
        get: operations["searchAssetsAlias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export assets as CSV or JSON
         * @description Export assets as CSV or JSON.
         *
         *     Needs the permission `asset:read`.
         */
        get: operations["exportAssets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/assets/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export assets as CSV or JSON
         * @description Export assets as CSV or JSON.
         *
         *     The same as `/api/v1/assets/export`.
         *
         *     Needs the permission `asset:read`.
         */
        get: operations["exportAssetsAlias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count assets by what they are and need
         * @description Count assets by what they are and need.
         *
         *     Needs the permission `asset:read`.
         */
        get: operations["getAssetStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/assets/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count assets by what they are and need
         * @description Count assets by what they are and need.
         *
         *     The same as `/api/v1/assets/stats`.
         *
         *     Needs the permission `asset:read`.
         */
        get: operations["getAssetStatsAlias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/bulk-update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change up to 50 assets, all or none
         * @description Change up to 50 assets, all or none.
         *
         *     Needs the permission `asset:update`.
         */
        put: operations["bulkUpdateAssets"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/assets/bulk-update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change up to 50 assets, all or none
         * @description Change up to 50 assets, all or none.
         *
         *     The same as `/api/v1/assets/bulk-update`.
         *
         *     Needs the permission `asset:update`.
         */
        put: operations["bulkUpdateAssetsAlias"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/bulk-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the status of up to 50 assets, all or none
         * @description Set the status of up to 50 assets, all or none.
         *
         *     Needs the permission `asset:update`.
         */
        put: operations["bulkSetAssetStatus"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/assets/bulk-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the status of up to 50 assets, all or none
         * @description Set the status of up to 50 assets, all or none.
         *
         *     The same as `/api/v1/assets/bulk-status`.
         *
         *     Needs the permission `asset:update`.
         */
        put: operations["bulkSetAssetStatusAlias"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one asset with its details
         * @description Read one asset with its details.
         *
         *     Needs the permission `asset:read`.
         */
        get: operations["getAsset"];
        /**
         * Change an asset
         * @description Change an asset.
         *
         *     Needs the permission `asset:update`.
         */
        put: operations["updateAsset"];
        post?: never;
        /**
         * Delete an asset and all that belongs to it
         * @description Delete an asset and all that belongs to it.
         *
         *     Needs the permission `asset:delete`.
         */
        delete: operations["deleteAsset"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/assets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one asset with its details
         * @description Read one asset with its details.
         *
         *     The same as `/api/v1/assets/{id}`.
         *
         *     Needs the permission `asset:read`.
         */
        get: operations["getAssetAlias"];
        /**
         * Change an asset
         * @description Change an asset.
         *
         *     The same as `/api/v1/assets/{id}`.
         *
         *     Needs the permission `asset:update`.
         */
        put: operations["updateAssetAlias"];
        post?: never;
        /**
         * Delete an asset and all that belongs to it
         * @description Delete an asset and all that belongs to it.
         *
         *     The same as `/api/v1/assets/{id}`.
         *
         *     Needs the permission `asset:delete`.
         */
        delete: operations["deleteAssetAlias"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{id}/software": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the software of an asset, with figures
         * @description List the software of an asset, with figures.
         *
         *     Needs the permission `asset:read`.
         */
        get: operations["listAssetSoftware"];
        /**
         * Report all software of an asset
         * @description For inventories that do not come from remote monitoring: an addition to the published description.
         *
         *     Needs the permission `asset:update`.
         */
        put: operations["replaceAssetSoftware"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/assets/{id}/software": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the software of an asset, with figures
         * @description List the software of an asset, with figures.
         *
         *     The same as `/api/v1/assets/{id}/software`.
         *
         *     Needs the permission `asset:read`.
         */
        get: operations["listAssetSoftwareAlias"];
        /**
         * Report all software of an asset
         * @description For inventories that do not come from remote monitoring: an addition to the published description.
         *
         *     The same as `/api/v1/assets/{id}/software`.
         *
         *     Needs the permission `asset:update`.
         */
        put: operations["replaceAssetSoftwareAlias"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{id}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How an asset is doing: health, security, warranty, open tickets
         * @description How an asset is doing: health, security, warranty, open tickets.
         *
         *     Needs the permission `asset:read`.
         */
        get: operations["getAssetSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/assets/{id}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How an asset is doing: health, security, warranty, open tickets
         * @description How an asset is doing: health, security, warranty, open tickets.
         *
         *     The same as `/api/v1/assets/{id}/summary`.
         *
         *     Needs the permission `asset:read`.
         */
        get: operations["getAssetSummaryAlias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{id}/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tickets of an asset
         * @description List the tickets of an asset.
         *
         *     Needs the permissions `asset:read` and `ticket:read`.
         */
        get: operations["listTicketsOfAsset"];
        put?: never;
        /**
         * Link a ticket to an asset
         * @description Link a ticket to an asset.
         *
         *     Needs the permissions `asset:update` and `ticket:read`.
         */
        post: operations["linkTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/assets/{id}/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tickets of an asset
         * @description List the tickets of an asset.
         *
         *     The same as `/api/v1/assets/{id}/tickets`.
         *
         *     Needs the permissions `asset:read` and `ticket:read`.
         */
        get: operations["listTicketsOfAssetAlias"];
        put?: never;
        /**
         * Link a ticket to an asset
         * @description Link a ticket to an asset.
         *
         *     The same as `/api/v1/assets/{id}/tickets`.
         *
         *     Needs the permissions `asset:update` and `ticket:read`.
         */
        post: operations["linkTicketAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{id}/tickets/{ticketId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unlink a ticket from an asset
         * @description Unlink a ticket from an asset.
         *
         *     Needs the permissions `asset:update` and `ticket:read`.
         */
        delete: operations["unlinkTicket"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/assets/{id}/tickets/{ticketId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unlink a ticket from an asset
         * @description Unlink a ticket from an asset.
         *
         *     The same as `/api/v1/assets/{id}/tickets/{ticketId}`.
         *
         *     Needs the permissions `asset:update` and `ticket:read`.
         */
        delete: operations["unlinkTicketAlias"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents
         * @description List documents.
         *
         *     Needs the permission `document:read`.
         */
        get: operations["listDocuments"];
        put?: never;
        /**
         * Upload a document
         * @description Send the bytes in the form field `file`; the whole request has 25 MiB at most.
         *
         *     Needs the permission `document:create`.
         */
        post: operations["uploadDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one document without its bytes
         * @description Read one document without its bytes.
         *
         *     Needs the permission `document:read`.
         */
        get: operations["getDocument"];
        /**
         * Rename a document or change its notes
         * @description Rename a document or change its notes.
         *
         *     Needs the permission `document:update`.
         */
        put: operations["updateDocument"];
        post?: never;
        /**
         * Delete a document and its bytes
         * @description Delete a document and its bytes.
         *
         *     Needs the permission `document:delete`.
         */
        delete: operations["deleteDocument"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/documents/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the bytes of a document
         * @description The ETag is the SHA-256 of the bytes, which never change.
         *
         *     Needs the permission `document:read`.
         */
        get: operations["downloadDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{id}/maintenance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an asset's maintenance schedules
         * @description List an asset's maintenance schedules.
         *
         *     Needs the permission `asset:read`.
         */
        get: operations["listMaintenanceSchedules"];
        put?: never;
        /**
         * Schedule maintenance of an asset
         * @description Schedule maintenance of an asset.
         *
         *     Needs the permission `asset:update`.
         */
        post: operations["createMaintenanceSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/assets/{id}/maintenance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an asset's maintenance schedules
         * @description List an asset's maintenance schedules.
         *
         *     The same as `/api/v1/assets/{id}/maintenance`.
         *
         *     Needs the permission `asset:read`.
         */
        get: operations["listMaintenanceSchedulesAlias"];
        put?: never;
        /**
         * Schedule maintenance of an asset
         * @description Schedule maintenance of an asset.
         *
         *     The same as `/api/v1/assets/{id}/maintenance`.
         *
         *     Needs the permission `asset:update`.
         */
        post: operations["createMaintenanceScheduleAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/maintenance/{scheduleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a maintenance schedule
         * @description An unknown schedule is answered with success and without `data`.
         *
         *     Needs the permission `asset:update`.
         */
        put: operations["updateMaintenanceSchedule"];
        post?: never;
        /**
         * Delete a maintenance schedule
         * @description Delete a maintenance schedule.
         *
         *     Needs the permission `asset:update`.
         */
        delete: operations["deleteMaintenanceSchedule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/assets/maintenance/{scheduleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a maintenance schedule
         * @description An unknown schedule is answered with success and without `data`.
         *
         *     The same as `/api/v1/assets/maintenance/{scheduleId}`.
         *
         *     Needs the permission `asset:update`.
         */
        put: operations["updateMaintenanceScheduleAlias"];
        post?: never;
        /**
         * Delete a maintenance schedule
         * @description Delete a maintenance schedule.
         *
         *     The same as `/api/v1/assets/maintenance/{scheduleId}`.
         *
         *     Needs the permission `asset:update`.
         */
        delete: operations["deleteMaintenanceScheduleAlias"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{id}/maintenance/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record maintenance that was performed
         * @description Record maintenance that was performed.
         *
         *     Needs the permission `asset:update`.
         */
        post: operations["recordMaintenance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/assets/{id}/maintenance/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record maintenance that was performed
         * @description Record maintenance that was performed.
         *
         *     The same as `/api/v1/assets/{id}/maintenance/record`.
         *
         *     Needs the permission `asset:update`.
         */
        post: operations["recordMaintenanceAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an asset's maintenance history
         * @description List an asset's maintenance history.
         *
         *     Needs the permission `asset:read`.
         */
        get: operations["listMaintenanceHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/assets/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an asset's maintenance history
         * @description List an asset's maintenance history.
         *
         *     The same as `/api/v1/assets/{id}/history`.
         *
         *     Needs the permission `asset:read`.
         */
        get: operations["listMaintenanceHistoryAlias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{id}/relationships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what an asset is related to, in both directions
         * @description List what an asset is related to, in both directions.
         *
         *     Needs the permission `asset:read`.
         */
        get: operations["listAssetRelationships"];
        put?: never;
        /**
         * Relate an asset to another
         * @description Relate an asset to another.
         *
         *     Needs the permission `asset:update`.
         */
        post: operations["createAssetRelationship"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/assets/{id}/relationships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what an asset is related to, in both directions
         * @description List what an asset is related to, in both directions.
         *
         *     The same as `/api/v1/assets/{id}/relationships`.
         *
         *     Needs the permission `asset:read`.
         */
        get: operations["listAssetRelationshipsAlias"];
        put?: never;
        /**
         * Relate an asset to another
         * @description Relate an asset to another.
         *
         *     The same as `/api/v1/assets/{id}/relationships`.
         *
         *     Needs the permission `asset:update`.
         */
        post: operations["createAssetRelationshipAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/relationships/{relationshipId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a relationship; the assets stay
         * @description Delete a relationship; the assets stay.
         *
         *     Needs the permission `asset:update`.
         */
        delete: operations["deleteAssetRelationship"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/assets/relationships/{relationshipId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a relationship; the assets stay
         * @description Delete a relationship; the assets stay.
         *
         *     The same as `/api/v1/assets/relationships/{relationshipId}`.
         *
         *     Needs the permission `asset:update`.
         */
        delete: operations["deleteAssetRelationshipAlias"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/rmm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the remote-monitoring providers and how they are connected
         * @description List the remote-monitoring providers and how they are connected.
         *
         *     Needs the permission `settings:read`.
         */
        get: operations["listRmmIntegrations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/rmm/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how a provider is connected
         * @description Read how a provider is connected.
         *
         *     Needs the permission `settings:read`.
         */
        get: operations["getRmmIntegration"];
        /**
         * Connect a provider, or change the connection
         * @description An active connection is tried before it is saved. Another server needs the key anew: the one that is stored goes nowhere else.
         *
         *     Needs the permission `settings:update`.
         */
        put: operations["saveRmmIntegration"];
        post?: never;
        /**
         * Disconnect a provider; assets stay, what it said of them goes
         * @description Disconnect a provider; assets stay, what it said of them goes.
         *
         *     Needs the permission `settings:update`.
         */
        delete: operations["deleteRmmIntegration"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/rmm/{provider}/scopes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the provider's clients and the clients they stand for
         * @description 1000 at most.
         *
         *     Needs the permission `settings:read`.
         */
        get: operations["listRmmScopes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/rmm/{provider}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a synchronisation with a provider
         * @description Answers at once; read the integration to see how it goes.
         *
         *     Needs the permission `settings:update`.
         */
        post: operations["startRmmSync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{id}/rmm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what remote monitoring last said of an asset
         * @description Read what remote monitoring last said of an asset.
         *
         *     Needs the permission `asset:read`.
         */
        get: operations["getRmmData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/assets/{id}/rmm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what remote monitoring last said of an asset
         * @description Read what remote monitoring last said of an asset.
         *
         *     The same as `/api/v1/assets/{id}/rmm`.
         *
         *     Needs the permission `asset:read`.
         */
        get: operations["getRmmDataAlias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{id}/rmm/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fetch what remote monitoring says of an asset now
         * @description Fetch what remote monitoring says of an asset now.
         *
         *     Needs the permission `asset:update`.
         */
        post: operations["refreshRmmData"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/assets/{id}/rmm/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fetch what remote monitoring says of an asset now
         * @description Fetch what remote monitoring says of an asset now.
         *
         *     The same as `/api/v1/assets/{id}/rmm/refresh`.
         *
         *     Needs the permission `asset:update`.
         */
        post: operations["refreshRmmDataAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{id}/rmm/reboot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restart a managed device
         * @description Restart a managed device.
         *
         *     Needs the permissions `asset:read` and `rmm:execute_command`.
         */
        post: operations["rebootAsset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/assets/{id}/rmm/reboot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restart a managed device
         * @description Restart a managed device.
         *
         *     The same as `/api/v1/assets/{id}/rmm/reboot`.
         *
         *     Needs the permissions `asset:read` and `rmm:execute_command`.
         */
        post: operations["rebootAssetAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{id}/rmm/script": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a saved script on a managed device
         * @description Answers once the provider has taken the script on, not when it has run; `jobId` is the action's id in the trail unless the provider has its own.
         *
         *     Needs the permissions `asset:read` and `rmm:execute_command`.
         */
        post: operations["runAssetScript"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/assets/{id}/rmm/script": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a saved script on a managed device
         * @description Answers once the provider has taken the script on, not when it has run; `jobId` is the action's id in the trail unless the provider has its own.
         *
         *     The same as `/api/v1/assets/{id}/rmm/script`.
         *
         *     Needs the permissions `asset:read` and `rmm:execute_command`.
         */
        post: operations["runAssetScriptAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{id}/rmm/remote-control": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an address to take control of a managed device
         * @description Every address that is given out is noted in the trail.
         *
         *     Needs the permissions `asset:read` and `rmm:execute_command`.
         */
        get: operations["getRemoteControl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/assets/{id}/rmm/remote-control": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an address to take control of a managed device
         * @description Every address that is given out is noted in the trail.
         *
         *     The same as `/api/v1/assets/{id}/rmm/remote-control`.
         *
         *     Needs the permissions `asset:read` and `rmm:execute_command`.
         */
        get: operations["getRemoteControlAlias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{id}/rmm/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who did what to a managed device
         * @description An addition to the published description.
         *
         *     Needs the permissions `asset:read` and `rmm:execute_command`.
         */
        get: operations["listRmmActions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/assets/{id}/rmm/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who did what to a managed device
         * @description An addition to the published description.
         *
         *     The same as `/api/v1/assets/{id}/rmm/actions`.
         *
         *     Needs the permissions `asset:read` and `rmm:execute_command`.
         */
        get: operations["listRmmActionsAlias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/software/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find installed software on all assets
         * @description Find installed software on all assets.
         *
         *     Needs the permission `asset:read`.
         */
        get: operations["searchSoftware"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tickets/{id}/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the assets of a ticket
         * @description List the assets of a ticket.
         *
         *     Needs the permissions `ticket:read` and `asset:read`.
         */
        get: operations["listAssetsOfTicket"];
        put?: never;
        /**
         * Link an asset to a ticket
         * @description Link an asset to a ticket.
         *
         *     Needs the permissions `ticket:update` and `asset:read`.
         */
        post: operations["linkAsset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tickets/{id}/assets/{assetId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unlink an asset from a ticket
         * @description Unlink an asset from a ticket.
         *
         *     Needs the permissions `ticket:update` and `asset:read`.
         */
        delete: operations["unlinkAsset"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell whether the gateway runs
         * @description Tell whether the gateway runs.
         */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell whether the gateway can serve requests
         * @description 503 while it cannot; what is missing is then in `details`.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the keys that internal tokens are verified by
         * @description Get the keys that internal tokens are verified by.
         */
        get: operations["getKeySet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/meta/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List every operation of the API
         * @description Aliases are listed as well: this list, the OpenAPI document and the routes served are the same set.
         */
        get: operations["listEndpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/meta/schemas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the named schemas of requests and responses
         * @description List the named schemas of requests and responses.
         */
        get: operations["listSchemas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/meta/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the permissions and the operations that demand them
         * @description List the permissions and the operations that demand them.
         */
        get: operations["listApiPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/meta/openapi": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the OpenAPI document
         * @description OpenAPI 3.1.0, or 3.0.3 with `version=3.0`. The document comes without an envelope.
         */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/meta/asyncapi": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the AsyncAPI document of the events
         * @description Get the AsyncAPI document of the events.
         */
        get: operations["getAsyncApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/meta/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell whether the API and its services are up
         * @description 503 when no service answers; the report is then in `error.details`.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/meta/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count what the API offers and how it is used
         * @description Count what the API offers and how it is used.
         */
        get: operations["getApiStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/meta/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read and try the API in a browser
         * @description Read and try the API in a browser.
         */
        get: operations["getReferencePage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/meta/docs/assets/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a part of the reference page
         * @description Get a part of the reference page.
         */
        get: operations["getReferenceAsset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/meta/sdk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a typed client of the API as a package
         * @description Get a typed client of the API as a package.
         */
        get: operations["getSdk"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        CreateApiKey: {
            /** @description What the key is for */
            description?: string | null;
            /**
             * Format: date-time
             * @description When the key ends, in the future; never when absent
             */
            expires_at?: string | null;
            /** @description Requests the key is good for; any number when absent */
            usage_limit?: number | null;
            /**
             * Format: uuid
             * @description Active internal user the key acts as; the caller when absent
             */
            user_id?: string;
        };
        RotateApiKey: {
            /**
             * @description How long the previous key still works; a further rotation ends it at once
             * @default 0
             */
            grace_seconds?: number;
        };
        RateLimit: {
            /** @description Requests at once after a pause */
            max_tokens: number;
            /** @description Requests a minute in the long run */
            refill_per_min: number;
        };
        CreateClientLocation: {
            /** @description Name, such as Head office */
            location_name?: string | null;
            /** @description Street and number */
            address_line1: string;
            /** @description Second line */
            address_line2?: string | null;
            /** @description Third line */
            address_line3?: string | null;
            /** @description City */
            city: string;
            /** @description State or province */
            state_province?: string | null;
            /** @description Postal code */
            postal_code?: string | null;
            /** @description Code of the country, such as US */
            country_code: string;
            /** @description Name of the country */
            country_name: string;
            /** @description Tax region */
            region_code?: string | null;
            /**
             * @description Whether invoices go there
             * @default false
             */
            is_billing_address?: boolean;
            /**
             * @description Whether goods go there
             * @default false
             */
            is_shipping_address?: boolean;
            /**
             * @description The one location meant when none is named; has to be active. The first active one becomes it by itself
             * @default false
             */
            is_default?: boolean;
            /** @description Telephone number */
            phone?: string | null;
            /** @description Fax number */
            fax?: string | null;
            /**
             * Format: email
             * @description E-mail address; kept in lower case
             */
            email?: string | null;
            /** @description Notes */
            notes?: string | null;
            /**
             * @description Whether the location is in use
             * @default true
             */
            is_active?: boolean;
        };
        UpdateClientLocation: {
            /** @description Name, such as Head office */
            location_name?: string | null;
            /** @description Street and number */
            address_line1?: string;
            /** @description Second line */
            address_line2?: string | null;
            /** @description Third line */
            address_line3?: string | null;
            /** @description City */
            city?: string;
            /** @description State or province */
            state_province?: string | null;
            /** @description Postal code */
            postal_code?: string | null;
            /** @description Code of the country, such as US */
            country_code?: string;
            /** @description Name of the country */
            country_name?: string;
            /** @description Tax region */
            region_code?: string | null;
            /** @description Whether invoices go there */
            is_billing_address?: boolean;
            /** @description Whether goods go there */
            is_shipping_address?: boolean;
            /** @description The one location meant when none is named; has to be active. The first active one becomes it by itself */
            is_default?: boolean;
            /** @description Telephone number */
            phone?: string | null;
            /** @description Fax number */
            fax?: string | null;
            /**
             * Format: email
             * @description E-mail address; kept in lower case
             */
            email?: string | null;
            /** @description Notes */
            notes?: string | null;
            /** @description Whether the location is in use */
            is_active?: boolean;
        };
        /** @enum {string} */
        BillingCycle: "weekly" | "bi-weekly" | "monthly" | "quarterly" | "semi-annually" | "annually";
        CreateClient: {
            /** @description Name; unique in the tenant, whatever its case */
            client_name: string;
            /** @description How often the client is billed */
            billing_cycle: components["schemas"]["BillingCycle"];
            /** @description Telephone number */
            phone_no?: string | null;
            /**
             * Format: email
             * @description E-mail address; kept in lower case
             */
            email?: string | null;
            /**
             * @description Web site; https:// is put before an address without a scheme; empty for none
             * @example https://www.example.com
             */
            url?: string;
            /** @description Postal address in one text; locations hold it in parts */
            address?: string | null;
            /** @description Free-form kind, such as company or individual */
            client_type?: string | null;
            /** @description Number the tax office knows the client by */
            tax_id_number?: string | null;
            /** @description Notes */
            notes?: string | null;
            /** @description Further members of any kind; replaced as a whole */
            properties?: ({
                /** @description Kind of business */
                industry?: string | null;
                /** @description Range of staff, such as 20-49 */
                company_size?: string | null;
            } & {
                [key: string]: unknown;
            }) | null;
            /** @description due_on_receipt, net_15, net_30; anything else counts as 30 days */
            payment_terms?: string | null;
            /** @description Limit of credit in minor units of the currency; null for none */
            credit_limit?: number | null;
            /** @description How the client likes to pay */
            preferred_payment_method?: string | null;
            /**
             * @description Whether invoices are made without being asked for
             * @default false
             */
            auto_invoice?: boolean;
            /** @description How invoices reach the client */
            invoice_delivery_method?: components["schemas"]["InvoiceDeliveryMethod"] | null;
            /** @description Tax region */
            region_code?: string | null;
            /**
             * @description Whether no tax is charged
             * @default false
             */
            is_tax_exempt?: boolean;
            /** @description Proof of the exemption */
            tax_exemption_certificate?: string | null;
            /** @description IANA time zone */
            timezone?: string | null;
            /**
             * Format: uuid
             * @description Template of its invoices
             */
            invoice_template_id?: string | null;
            /**
             * Format: uuid
             * @description Contact that gets its invoices
             */
            billing_contact_id?: string | null;
            /**
             * Format: email
             * @description E-mail address that gets its invoices
             */
            billing_email?: string | null;
            /**
             * Format: uuid
             * @description User who looks after the client
             */
            account_manager_id?: string | null;
            /**
             * @description Inactive clients get no new work
             * @default false
             */
            is_inactive?: boolean;
            /** @description Tags; a repeated one counts once */
            tags?: string[];
        };
        /** @enum {string} */
        InvoiceDeliveryMethod: "email" | "mail" | "portal";
        UpdateClient: {
            /** @description Name; unique in the tenant, whatever its case */
            client_name?: string;
            /** @description How often the client is billed */
            billing_cycle?: components["schemas"]["BillingCycle"];
            /** @description Telephone number */
            phone_no?: string | null;
            /**
             * Format: email
             * @description E-mail address; kept in lower case
             */
            email?: string | null;
            /**
             * @description Web site; https:// is put before an address without a scheme; empty for none
             * @example https://www.example.com
             */
            url?: string;
            /** @description Postal address in one text; locations hold it in parts */
            address?: string | null;
            /** @description Free-form kind, such as company or individual */
            client_type?: string | null;
            /** @description Number the tax office knows the client by */
            tax_id_number?: string | null;
            /** @description Notes */
            notes?: string | null;
            /** @description Further members of any kind; replaced as a whole */
            properties?: ({
                /** @description Kind of business */
                industry?: string | null;
                /** @description Range of staff, such as 20-49 */
                company_size?: string | null;
            } & {
                [key: string]: unknown;
            }) | null;
            /** @description due_on_receipt, net_15, net_30; anything else counts as 30 days */
            payment_terms?: string | null;
            /** @description Limit of credit in minor units of the currency; null for none */
            credit_limit?: number | null;
            /** @description How the client likes to pay */
            preferred_payment_method?: string | null;
            /** @description Whether invoices are made without being asked for */
            auto_invoice?: boolean;
            /** @description How invoices reach the client */
            invoice_delivery_method?: components["schemas"]["InvoiceDeliveryMethod"] | null;
            /** @description Tax region */
            region_code?: string | null;
            /** @description Whether no tax is charged */
            is_tax_exempt?: boolean;
            /** @description Proof of the exemption */
            tax_exemption_certificate?: string | null;
            /** @description IANA time zone */
            timezone?: string | null;
            /**
             * Format: uuid
             * @description Template of its invoices
             */
            invoice_template_id?: string | null;
            /**
             * Format: uuid
             * @description Contact that gets its invoices
             */
            billing_contact_id?: string | null;
            /**
             * Format: email
             * @description E-mail address that gets its invoices
             */
            billing_email?: string | null;
            /**
             * Format: uuid
             * @description User who looks after the client
             */
            account_manager_id?: string | null;
            /** @description Inactive clients get no new work */
            is_inactive?: boolean;
            /** @description Tags; a repeated one counts once */
            tags?: string[];
        };
        AssociateDocument: {
            /**
             * Format: uuid
             * @description The document
             */
            document_id: string;
            /** @description Remarks on the association */
            notes?: string | null;
        };
        WriteAssetNotes: {
            /** @description The rich text; null empties the notes */
            blockData: unknown[] | {
                [key: string]: unknown;
            } | null;
        };
        /** @enum {string} */
        AssetType: "workstation" | "network_device" | "server" | "mobile_device" | "printer" | "unknown";
        CreateAsset: {
            /**
             * Format: uuid
             * @description Client that owns the asset
             */
            client_id: string;
            /** @description Kind of device */
            asset_type: components["schemas"]["AssetType"];
            /** @description Inventory tag */
            asset_tag: string;
            /** @description Name */
            name: string;
            /** @description Free-form status */
            status: string;
            /**
             * Format: uuid
             * @description Active location of the client; null clears it
             */
            location_id?: string | null;
            /** @description Free-form place */
            location?: string | null;
            /** @description Serial number of the maker */
            serial_number?: string | null;
            /**
             * Format: date-time
             * @description When it was bought
             */
            purchase_date?: string | null;
            /**
             * Format: date-time
             * @description When the warranty ends
             */
            warranty_end_date?: string | null;
            /** @description Data of the asset type; merged over what is there */
            extension_data?: {
                [key: string]: unknown;
            } | null;
        };
        BulkUpdateAssets: {
            assets: {
                /** Format: uuid */
                asset_id: string;
                data: components["schemas"]["UpdateAsset"];
            }[];
        };
        UpdateAsset: {
            /**
             * Format: uuid
             * @description Client that owns the asset
             */
            client_id?: string;
            /** @description Kind of device */
            asset_type?: components["schemas"]["AssetType"];
            /** @description Inventory tag */
            asset_tag?: string;
            /** @description Name */
            name?: string;
            /** @description Free-form status */
            status?: string;
            /**
             * Format: uuid
             * @description Active location of the client; null clears it
             */
            location_id?: string | null;
            /** @description Free-form place */
            location?: string | null;
            /** @description Serial number of the maker */
            serial_number?: string | null;
            /**
             * Format: date-time
             * @description When it was bought
             */
            purchase_date?: string | null;
            /**
             * Format: date-time
             * @description When the warranty ends
             */
            warranty_end_date?: string | null;
            /** @description Data of the asset type; merged over what is there */
            extension_data?: {
                [key: string]: unknown;
            } | null;
        };
        BulkAssetStatus: {
            asset_ids: string[];
            /** @description Free-form status */
            status: string;
        };
        /** @enum {string} */
        SoftwareType: "application" | "driver" | "update" | "system";
        ReplaceAssetSoftware: {
            /** @description All that is installed: what is missing here is no longer installed */
            software: {
                /** @description Name */
                name: string;
                /** @description Who made it */
                publisher?: string | null;
                /** @description Version */
                version?: string | null;
                /** @description Such as Browser, Productivity, Development, Security, Communication, Creative, Runtime or Driver; guessed from the name when absent */
                category?: string | null;
                /** @description Guessed from the name when absent */
                software_type?: components["schemas"]["SoftwareType"];
                /**
                 * @description When it was installed
                 * @example 2026-01-31
                 * @example 2026-01-31T08:00:00Z
                 */
                install_date?: string | null;
                /** @description Space it takes */
                size_bytes?: number | null;
                /** @description Whether the MSP manages it; false when absent */
                is_managed?: boolean;
                /** @description Whether it guards the asset; guessed from the name when absent */
                is_security_relevant?: boolean;
            }[];
        };
        LinkTicket: {
            /**
             * Format: uuid
             * @description The ticket
             */
            ticket_id: string;
            /**
             * @description How the ticket concerns the asset, in any words
             * @default affected
             */
            relationship_type?: string;
            /** @description Remarks on the link */
            notes?: string | null;
        };
        UpdateDocument: {
            /** @description Name it goes by; the name of the file when absent */
            document_name?: string;
            /** @description Remarks */
            notes?: string | null;
        };
        CreateMaintenanceSchedule: {
            /** @description What is to be done */
            schedule_type: components["schemas"]["MaintenanceScheduleType"];
            /** @description Unit of the recurrence; custom reads schedule_config */
            frequency: components["schemas"]["MaintenanceFrequency"];
            /** @description Every how many units; 1 when absent */
            frequency_interval?: number;
            /**
             * Format: date-time
             * @description Anchor of the recurrence; now when absent
             */
            start_date?: string;
            /**
             * Format: date-time
             * @description No due date lies after it
             */
            end_date?: string | null;
            /** @description What to mind */
            notes?: string | null;
            /**
             * Format: uuid
             * @description User who is to do it
             */
            assigned_to?: string | null;
            /** @description true when absent */
            is_active?: boolean;
            /** @description For custom: interval_days, rrule or cron, and a timezone */
            schedule_config?: {
                [key: string]: unknown;
            } | null;
        };
        /** @enum {string} */
        MaintenanceScheduleType: "preventive" | "inspection" | "calibration" | "replacement";
        /** @enum {string} */
        MaintenanceFrequency: "daily" | "weekly" | "monthly" | "quarterly" | "yearly" | "custom";
        UpdateMaintenanceSchedule: {
            /** @description What is to be done */
            schedule_type?: components["schemas"]["MaintenanceScheduleType"];
            /** @description Unit of the recurrence; custom reads schedule_config */
            frequency?: components["schemas"]["MaintenanceFrequency"];
            /** @description Every how many units; 1 when absent */
            frequency_interval?: number;
            /**
             * Format: date-time
             * @description Anchor of the recurrence; now when absent
             */
            start_date?: string;
            /**
             * Format: date-time
             * @description No due date lies after it
             */
            end_date?: string | null;
            /** @description What to mind */
            notes?: string | null;
            /**
             * Format: uuid
             * @description User who is to do it
             */
            assigned_to?: string | null;
            /** @description true when absent */
            is_active?: boolean;
            /** @description For custom: interval_days, rrule or cron, and a timezone */
            schedule_config?: {
                [key: string]: unknown;
            } | null;
        };
        RecordMaintenance: {
            /** @description What was done */
            maintenance_type: components["schemas"]["MaintenanceType"];
            /**
             * Format: uuid
             * @description User who did it; not validated
             */
            performed_by: string;
            /**
             * Format: date-time
             * @description When it was done
             */
            performed_at: string;
            /**
             * Format: uuid
             * @description Schedule to move on; ignored when the asset has no such schedule
             */
            schedule_id?: string | null;
            /** @description Hours it took */
            duration_hours?: number | null;
            /** @description What it cost */
            cost?: number | null;
            /** @description Remarks */
            notes?: string | null;
            /** @description Parts that were used */
            parts_used?: string[] | null;
            /** @description Further data, such as measurements */
            maintenance_data?: {
                [key: string]: unknown;
            } | null;
        };
        /** @enum {string} */
        MaintenanceType: "preventive" | "corrective" | "inspection" | "calibration" | "replacement";
        CreateAssetRelationship: {
            /**
             * Format: uuid
             * @description The other asset
             */
            related_asset_id: string;
            /** @description What the asset is to the related one, in any words. parent, parent_of, contains, child, child_of and part_of form a hierarchy, which may not run in a circle */
            relationship_type: string;
        };
        SaveRmmIntegration: {
            /**
             * Format: uri
             * @description Address of the provider's API: https, and publicly reachable unless the operator allows the host
             */
            instance_url: string;
            /** @description Needed the first time; kept when absent */
            api_key?: string;
            /** @description true when absent the first time, kept afterwards */
            is_active?: boolean;
            /** @description Members that are absent are kept */
            settings?: {
                /** @description Minutes from one synchronisation to the next */
                sync_interval_minutes?: number;
                /** @description Whether a device without an asset gets a new one */
                create_assets?: boolean;
                /** @description Client of each of the provider's clients, by the provider's id; others are found by their exact name */
                clients?: {
                    [key: string]: string;
                };
            };
        };
        StartRmmSync: {
            /**
             * @description full: every device with its hardware and software; incremental: what the list of devices says
             * @default incremental
             * @enum {string}
             */
            syncType?: "full" | "incremental";
        };
        RunRmmScript: {
            /** @description The provider's id of the script */
            scriptId: string;
        };
        /** @enum {string} */
        RemoteControlType: "splashtop" | "teamviewer" | "vnc" | "rdp" | "shell";
        LinkAsset: {
            /**
             * Format: uuid
             * @description The asset
             */
            asset_id: string;
            /**
             * @description How the ticket concerns the asset, in any words
             * @default affected
             */
            relationship_type?: string;
            /** @description Remarks on the link */
            notes?: string | null;
        };
        /** @description An error of most routes */
        Error: {
            error: {
                /** @description Names the error; its meaning never changes */
                code: string;
                /** @description The error in words, for people */
                message: string;
                /** @description More to act on, such as the issues of a validation */
                details?: unknown;
                /** @description Id of the request, also in the X-Request-Id header and in the logs */
                request_id: string;
            };
        };
        /** @description An error of the gateway itself before it knows the caller, and of the routes without an envelope */
        FlatError: {
            /** @description The error in words, for people */
            error: string;
            /** @description Names the error; its meaning never changes */
            code: string;
            /** @description Id of the request, also in the X-Request-Id header and in the logs */
            request_id: string;
            /** @description More to act on, such as the issues of a validation */
            details?: unknown;
        };
        /** @description An error of the asset routes */
        AssetError: {
            /** @constant */
            success: false;
            error: {
                /** @description The error in words, for people */
                message: string;
                /** @description Names the error; its meaning never changes */
                code: string;
                /** @description More to act on, such as the issues of a validation */
                details?: unknown;
            };
            meta: {
                /** Format: date-time */
                timestamp: string;
                /** @description Version of the asset API */
                version: string;
                /** @description Id of the request, also in the X-Request-Id header and in the logs */
                request_id: string;
            };
        };
        ApiKey: {
            /**
             * Format: uuid
             * @description Identifies the key
             */
            api_key_id: string;
            /** @description Public part of the key, `psa_<key_id>_…`: tells which of several it is */
            key_id: string;
            /**
             * Format: uuid
             * @description User the key acts as
             */
            user_id: string;
            /** @description What the key is for */
            description: string | null;
            /** @description false: revoked, or retired after its end */
            active: boolean;
            /** @description general for keys made through the API */
            purpose: string;
            /** @description What the maker of a special key noted with it */
            metadata: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When the key was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the key was last changed
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the key was last used, to the minute
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description When the key ends
             */
            expires_at: string | null;
            /** @description Requests the key is good for */
            usage_limit: number | null;
            /** @description Requests made with it; counted only under a usage_limit */
            usage_count: number;
            /**
             * Format: uuid
             * @description Tenant of the caller
             */
            tenant: string;
            /** @description Owner; with all=true */
            username?: string;
            /** @description Owner; with all=true */
            first_name?: string | null;
            /** @description Owner; with all=true */
            last_name?: string | null;
        };
        Pagination: {
            /** @description Number of this page, from 1 */
            page: number;
            /** @description Rows a page */
            limit: number;
            /** @description Rows that match; null when `include_total=false` */
            total: number | null;
            /** @description Pages in all; null when `include_total=false` */
            totalPages: number | null;
            /** @description Whether a further page exists */
            hasNext: boolean;
            /** @description Whether this is not the first page */
            hasPrev: boolean;
            /** @description Pass as `cursor` to read on from here, stable under inserts; null at the end */
            next_cursor: string | null;
        };
        Link: {
            /** @description Address of the related operation */
            href: string;
            /** @description HTTP method of the related operation */
            method?: string;
        };
        ApiKeyWithSecret: {
            /**
             * Format: uuid
             * @description Identifies the key
             */
            api_key_id: string;
            /** @description Public part of the key, `psa_<key_id>_…`: tells which of several it is */
            key_id: string;
            /**
             * Format: uuid
             * @description User the key acts as
             */
            user_id: string;
            /** @description What the key is for */
            description: string | null;
            /** @description false: revoked, or retired after its end */
            active: boolean;
            /** @description general for keys made through the API */
            purpose: string;
            /** @description What the maker of a special key noted with it */
            metadata: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When the key was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the key was last changed
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the key was last used, to the minute
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description When the key ends
             */
            expires_at: string | null;
            /** @description Requests the key is good for */
            usage_limit: number | null;
            /** @description Requests made with it; counted only under a usage_limit */
            usage_count: number;
            /**
             * Format: uuid
             * @description Tenant of the caller
             */
            tenant: string;
            /** @description Owner; with all=true */
            username?: string;
            /** @description Owner; with all=true */
            first_name?: string | null;
            /** @description Owner; with all=true */
            last_name?: string | null;
            /** @description The key itself, for the header x-api-key. Shown once: it is not stored */
            api_key: string;
        };
        /** @description null in both: the key has no limit of its own, the tenant's or the product's applies */
        ApiKeyRateLimit: {
            /** @description Requests at once after a pause */
            max_tokens: number | null;
            /** @description Requests a minute in the long run */
            refill_per_min: number | null;
        };
        ValidatedApiKey: {
            /** @constant */
            isValid: true;
            /**
             * Format: uuid
             * @description User the key acts as
             */
            userId: string;
            /**
             * Format: uuid
             * @description Tenant the key belongs to
             */
            tenant: string;
        };
        ClientLocation: {
            /**
             * Format: uuid
             * @description Identifies the location
             */
            location_id: string;
            /**
             * Format: uuid
             * @description Client it belongs to
             */
            client_id: string;
            /** @description Name */
            location_name: string | null;
            /** @description Street and number */
            address_line1: string;
            /** @description Second line */
            address_line2: string | null;
            /** @description Third line */
            address_line3: string | null;
            /** @description City */
            city: string;
            /** @description State or province */
            state_province: string | null;
            /** @description Postal code */
            postal_code: string | null;
            /** @description Code of the country */
            country_code: string;
            /** @description Name of the country */
            country_name: string;
            /** @description Tax region */
            region_code: string | null;
            /** @description Whether invoices go there */
            is_billing_address: boolean;
            /** @description Whether goods go there */
            is_shipping_address: boolean;
            /** @description The one location meant when none is named */
            is_default: boolean;
            /** @description Telephone number */
            phone: string | null;
            /** @description Fax number */
            fax: string | null;
            /** @description E-mail address */
            email: string | null;
            /** @description Notes */
            notes: string | null;
            /** @description Whether the location is in use */
            is_active: boolean;
            /**
             * Format: date-time
             * @description When the location was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the location was last changed
             */
            updated_at: string;
            /**
             * Format: uuid
             * @description Tenant of the caller
             */
            tenant: string;
            /** @description Related operations by relation */
            _links: {
                [key: string]: components["schemas"]["Link"];
            };
        };
        Client: {
            /**
             * Format: uuid
             * @description Identifies the client
             */
            client_id: string;
            /** @description Name */
            client_name: string;
            /** @description How often the client is billed */
            billing_cycle: components["schemas"]["BillingCycle"];
            /** @description Telephone number */
            phone_no: string | null;
            /** @description E-mail address */
            email: string | null;
            /** @description Web site; empty when unset */
            url: string;
            /** @description Postal address in one text */
            address: string | null;
            /** @description Free-form kind */
            client_type: string | null;
            /** @description Number the tax office knows the client by */
            tax_id_number: string | null;
            /** @description Notes */
            notes: string | null;
            /** @description Further members of any kind */
            properties: {
                [key: string]: unknown;
            } | null;
            /** @description Terms of payment */
            payment_terms: string | null;
            /** @description Limit of credit in minor units; null for none */
            credit_limit: number | null;
            /** @description Credit left to the client in minor units */
            credit_balance: number;
            /** @description How the client likes to pay */
            preferred_payment_method: string | null;
            /** @description Whether invoices are made without being asked for */
            auto_invoice: boolean;
            /** @description How invoices reach the client */
            invoice_delivery_method: components["schemas"]["InvoiceDeliveryMethod"] | null;
            /** @description Tax region */
            region_code: string | null;
            /** @description Whether no tax is charged */
            is_tax_exempt: boolean;
            /** @description Proof of the exemption */
            tax_exemption_certificate: string | null;
            /** @description IANA time zone */
            timezone: string | null;
            /**
             * Format: uuid
             * @description Template of its invoices
             */
            invoice_template_id: string | null;
            /**
             * Format: uuid
             * @description Contact that gets its invoices
             */
            billing_contact_id: string | null;
            /** @description E-mail address that gets its invoices */
            billing_email: string | null;
            /**
             * Format: uuid
             * @description User who looks after the client
             */
            account_manager_id: string | null;
            /** @description Name of that user; null when no such user is known */
            account_manager_full_name: string | null;
            /** @description Inactive clients get no new work */
            is_inactive: boolean;
            /** @description Tags */
            tags: string[];
            /** @description Address of the logo */
            logoUrl: string | null;
            /**
             * Format: date-time
             * @description When the client was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the client was last changed
             */
            updated_at: string;
            /**
             * Format: uuid
             * @description Tenant of the caller
             */
            tenant: string;
            /** @description Related operations by relation */
            _links: {
                [key: string]: components["schemas"]["Link"];
            };
        };
        AssetChange: {
            /**
             * Format: uuid
             * @description Identifies the change
             */
            change_id: string;
            /**
             * Format: uuid
             * @description Asset that was changed
             */
            asset_id: string;
            /** @description User who made the change */
            changed_by: string;
            /** @description Members that changed, with their values before and after */
            changes: {
                [key: string]: {
                    previous: unknown;
                    new: unknown;
                };
            };
            /**
             * Format: date-time
             * @description When it was changed
             */
            changed_at: string;
            /**
             * Format: uuid
             * @description Tenant of the caller
             */
            tenant: string;
        };
        AssetMeta: {
            /**
             * Format: date-time
             * @description When the answer was made
             */
            timestamp: string;
            /** @description Version of the asset API */
            version: string;
        };
        DocumentAssociation: {
            /**
             * Format: uuid
             * @description Identifies the association
             */
            association_id: string;
            /**
             * @description What the document is associated with
             * @constant
             */
            entity_type: "asset";
            /**
             * Format: uuid
             * @description The asset
             */
            entity_id: string;
            /**
             * Format: uuid
             * @description The document
             */
            document_id: string;
            /** @description Remarks on the association */
            notes: string | null;
            /**
             * Format: uuid
             * @description Tenant of the caller
             */
            tenant: string;
            /**
             * Format: date-time
             * @description When it was associated
             */
            created_at: string;
            /** @description Name of the uploaded file; on lists */
            original_filename?: string;
            /** @description Bytes; on lists */
            file_size?: number;
            /** @description Media type given at the upload; on lists */
            mime_type?: string;
            /**
             * Format: date-time
             * @description When the document was uploaded; on lists
             */
            uploaded_at?: string;
        };
        AssetNotes: {
            data: {
                /** @description null when the asset has no notes */
                document: {
                    /**
                     * Format: uuid
                     * @description Identifies the notes
                     */
                    document_id: string;
                    /** @description Name of the asset at the time, and the word Notes */
                    document_name: string;
                    /**
                     * Format: date-time
                     * @description When the notes were first written
                     */
                    created_at: string;
                    /**
                     * Format: date-time
                     * @description When they were last written
                     */
                    updated_at: string;
                } | null;
                /** @description The rich text */
                blockData: unknown[] | {
                    [key: string]: unknown;
                } | null;
                /**
                 * Format: date-time
                 * @description When the notes were last written
                 */
                lastUpdated: string | null;
            };
            /** @description Related operations by relation */
            _links: {
                [key: string]: components["schemas"]["Link"];
            };
        };
        WrittenAssetNotes: {
            data: {
                /**
                 * Format: uuid
                 * @description Identifies the notes
                 */
                document_id: string;
            };
            /** @description For people */
            message: string;
            /** @description Related operations by relation */
            _links: {
                [key: string]: components["schemas"]["Link"];
            };
        };
        Asset: {
            /**
             * Format: uuid
             * @description Identifies the asset
             */
            asset_id: string;
            /**
             * Format: uuid
             * @description Client that owns the asset
             */
            client_id: string;
            /** @description Kind of device; decides the members of extension_data */
            asset_type: components["schemas"]["AssetType"];
            /** @description Inventory tag */
            asset_tag: string;
            /** @description Name */
            name: string;
            /** @description Free-form status, such as active or retired */
            status: string;
            /**
             * Format: uuid
             * @description Location of the client where the asset stands
             */
            location_id: string | null;
            /** @description Free-form place */
            location: string | null;
            /** @description Serial number of the maker */
            serial_number: string | null;
            /**
             * Format: date-time
             * @description When it was bought
             */
            purchase_date: string | null;
            /**
             * Format: date-time
             * @description When the warranty ends
             */
            warranty_end_date: string | null;
            /** @description Name of the client */
            client_name: string | null;
            /** @description Computed from warranty_end_date; expiring_soon within 30 days */
            warranty_status: components["schemas"]["WarrantyStatus"];
            /** @description Data of the asset type */
            extension_data: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When the asset was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the asset was last changed
             */
            updated_at: string;
            /**
             * Format: uuid
             * @description Tenant of the caller
             */
            tenant: string;
            /** @description Related operations by relation */
            _links: {
                [key: string]: components["schemas"]["Link"];
            };
        };
        /** @enum {string} */
        WarrantyStatus: "no_warranty" | "expired" | "expiring_soon" | "active";
        AssetDetails: {
            /**
             * Format: uuid
             * @description Identifies the asset
             */
            asset_id: string;
            /**
             * Format: uuid
             * @description Client that owns the asset
             */
            client_id: string;
            /** @description Kind of device; decides the members of extension_data */
            asset_type: components["schemas"]["AssetType"];
            /** @description Inventory tag */
            asset_tag: string;
            /** @description Name */
            name: string;
            /** @description Free-form status, such as active or retired */
            status: string;
            /**
             * Format: uuid
             * @description Location of the client where the asset stands
             */
            location_id: string | null;
            /** @description Free-form place */
            location: string | null;
            /** @description Serial number of the maker */
            serial_number: string | null;
            /**
             * Format: date-time
             * @description When it was bought
             */
            purchase_date: string | null;
            /**
             * Format: date-time
             * @description When the warranty ends
             */
            warranty_end_date: string | null;
            /** @description Name of the client */
            client_name: string | null;
            /** @description Computed from warranty_end_date; expiring_soon within 30 days */
            warranty_status: components["schemas"]["WarrantyStatus"];
            /** @description Data of the asset type */
            extension_data: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When the asset was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the asset was last changed
             */
            updated_at: string;
            /**
             * Format: uuid
             * @description Tenant of the caller
             */
            tenant: string;
            /** @description Related operations by relation */
            _links: {
                [key: string]: components["schemas"]["Link"];
            };
            /** @description Whether maintenance is due; overdue after 7 days */
            maintenance_status: components["schemas"]["MaintenanceStatus"];
            /** @description Related assets */
            relationships: components["schemas"]["AssetRelationship"][];
            /** @description Associated documents; none for a caller who may not read documents */
            documents: components["schemas"]["DocumentAssociation"][];
            /** @description Maintenance schedules */
            maintenance_schedules: components["schemas"]["MaintenanceSchedule"][];
        };
        /** @enum {string} */
        MaintenanceStatus: "none" | "scheduled" | "due" | "overdue";
        AssetRelationship: {
            /**
             * Format: uuid
             * @description Identifies the relationship
             */
            relationship_id: string;
            /**
             * Format: uuid
             * @description Asset the relationship starts at
             */
            asset_id: string;
            /**
             * Format: uuid
             * @description Asset it leads to
             */
            related_asset_id: string;
            /** @description What the asset is to the related one */
            relationship_type: string;
            /**
             * Format: uuid
             * @description Tenant of the caller
             */
            tenant: string;
            /**
             * Format: date-time
             * @description When the assets were related
             */
            created_at: string;
            /**
             * @description Seen from the asset that was asked for; on lists
             * @enum {string}
             */
            direction?: "outgoing" | "incoming";
            /** @description Of the other asset; on lists */
            asset_tag?: string;
            /** @description Of the other asset; on lists */
            related_asset_name?: string;
            /** @description Of the other asset; on lists */
            asset_type?: string;
            /** @description Of the other asset; on lists */
            status?: string;
        };
        MaintenanceSchedule: {
            /**
             * Format: uuid
             * @description Identifies the schedule
             */
            schedule_id: string;
            /**
             * Format: uuid
             * @description Asset to maintain
             */
            asset_id: string;
            /** @description What is to be done */
            schedule_type: components["schemas"]["MaintenanceScheduleType"];
            /** @description Unit of the recurrence */
            frequency: components["schemas"]["MaintenanceFrequency"];
            /** @description Every how many units of the frequency; custom recurrences do not use it */
            frequency_interval: number;
            /**
             * Format: date-time
             * @description Anchor of the recurrence; the first due date is one interval later
             */
            start_date: string;
            /**
             * Format: date-time
             * @description No due date lies after it
             */
            end_date: string | null;
            /** @description What to mind */
            notes: string | null;
            /**
             * Format: uuid
             * @description User who is to do it
             */
            assigned_to: string | null;
            /** @description Whether it counts as due; turns false when the schedule has ended */
            is_active: boolean;
            /** @description For custom: interval_days, rrule or cron, and a timezone */
            schedule_config: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When maintenance was last performed under this schedule
             */
            last_maintenance: string | null;
            /**
             * Format: date-time
             * @description Next due date; null when the schedule has ended
             */
            next_maintenance: string | null;
            /**
             * Format: date-time
             * @description When the schedule was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the schedule was last changed
             */
            updated_at: string;
            /**
             * Format: uuid
             * @description Tenant of the caller
             */
            tenant: string;
        };
        AssetStats: {
            total_assets: number;
            assets_by_type: {
                [key: string]: number;
            };
            assets_by_status: {
                [key: string]: number;
            };
            /** @description The ten clients with the most assets, by client id */
            assets_by_client: {
                [key: string]: number;
            };
            /** @description Ending within 30 days */
            warranty_expiring_soon: number;
            warranty_expired: number;
            /** @description Active schedules that are due */
            maintenance_due: number;
            /** @description Active schedules due for more than 7 days */
            maintenance_overdue: number;
            /** @description Mean days since purchase */
            average_asset_age_days: number | null;
            /** @description Sum of the purchase prices; 0 while none is recorded */
            total_asset_value: number;
            /** @description Created since the first of the month, UTC */
            assets_added_this_month: number;
        };
        BulkAssets: {
            data: components["schemas"]["Asset"][];
            /** @description How many were changed */
            message: string;
        };
        AssetSoftware: {
            data: components["schemas"]["InstalledSoftware"][];
            summary: components["schemas"]["SoftwareSummary"];
            pagination: components["schemas"]["Pagination"];
            /** @description Related operations by relation */
            _links: {
                [key: string]: components["schemas"]["Link"];
            };
        };
        InstalledSoftware: {
            /**
             * Format: uuid
             * @description Identifies the software on this asset
             */
            software_id: string;
            /** @description Name */
            name: string;
            /** @description Who made it */
            publisher: string | null;
            /** @description Such as Browser, Productivity, Development, Security, Communication, Creative, Runtime or Driver */
            category: string | null;
            /** @description What kind of software it is */
            software_type: components["schemas"]["SoftwareType"];
            /** @description Version found last */
            version: string | null;
            /**
             * Format: date-time
             * @description When it was installed, as the asset says
             */
            install_date: string | null;
            /** @description Space it takes */
            size_bytes: number | null;
            /**
             * Format: date-time
             * @description When it was first found
             */
            first_seen_at: string;
            /**
             * Format: date-time
             * @description When it was found to be gone
             */
            uninstalled_at: string | null;
            /** @description Whether it is installed now */
            is_current: boolean;
            /** @description Whether the MSP manages it */
            is_managed: boolean;
            /** @description Whether it guards the asset */
            is_security_relevant: boolean;
        };
        SoftwareSummary: {
            /** @description Software installed now */
            total_installed: number;
            /** @description By category; software without one counts as Uncategorized */
            by_category: {
                [key: string]: number;
            };
            /** @description By kind of software */
            by_type: {
                [key: string]: number;
            };
            /** @description Software that guards the asset */
            security_software_count: number;
            /** @description Software the MSP manages */
            managed_software_count: number;
            /** @description Installed within 30 days; where the asset does not say when, first found within them */
            recently_installed_count: number;
        };
        ReplacedAssetSoftware: {
            data: {
                /** @description Software installed now */
                total: number;
                /** @description Found for the first time, or again */
                added: number;
                /** @description With another version or other data */
                changed: number;
                /** @description No longer installed */
                removed: number;
            };
            /** @description Related operations by relation */
            _links: {
                [key: string]: components["schemas"]["Link"];
            };
        };
        AssetSummaryAnswer: {
            data: components["schemas"]["AssetSummary"];
            /** @description Related operations by relation */
            _links: {
                [key: string]: components["schemas"]["Link"];
            };
        };
        AssetSummary: {
            /**
             * @description From the agent of remote monitoring
             * @enum {string}
             */
            health_status: "healthy" | "warning" | "critical" | "unknown";
            /** @description null when healthy */
            health_reason: string | null;
            /**
             * @description From antivirus and patches; secure as well when nothing is known: see security_evaluated
             * @enum {string}
             */
            security_status: "secure" | "at_risk" | "critical";
            /** @description What is wrong, for people */
            security_issues: string[];
            /** @description What is wrong, in the same order, for programs */
            security_issue_codes: components["schemas"]["SecurityIssueCode"][];
            /** @description Whether anything is known of antivirus and patches */
            security_evaluated: boolean;
            /** @description Computed from the end of the warranty */
            warranty_status: components["schemas"]["WarrantyStatus"];
            /** @description Days until the warranty ends, negative when it has ended; null without one */
            warranty_days_remaining: number | null;
            /** @description Linked tickets that are not closed */
            open_tickets_count: number;
        };
        /** @enum {string} */
        SecurityIssueCode: "antivirus_at_risk" | "antivirus_missing" | "patches_failed" | "patches_pending";
        AssetTicket: {
            /**
             * Format: uuid
             * @description The ticket
             */
            ticket_id: string;
            /** @description Number of the ticket */
            ticket_number: string | null;
            /** @description Title */
            title: string | null;
            /**
             * Format: uuid
             * @description Status
             */
            status_id: string | null;
            /** @description Name of the status */
            status_name: string | null;
            /** @description Whether the status is a closed one */
            is_closed: boolean | null;
            /**
             * Format: uuid
             * @description Priority
             */
            priority_id: string | null;
            /**
             * Format: uuid
             * @description User it is assigned to
             */
            assigned_to: string | null;
            /**
             * Format: uuid
             * @description Client of the ticket
             */
            client_id: string | null;
            /**
             * Format: uuid
             * @description Channel it came in by
             */
            channel_id: string | null;
            /**
             * Format: uuid
             * @description The same as channel_id
             */
            board_id: string | null;
            /**
             * Format: date-time
             * @description When the ticket was opened
             */
            entered_at: string | null;
            /**
             * Format: date-time
             * @description When the ticket was last changed
             */
            updated_at: string | null;
            /** @description How the ticket concerns the asset */
            relationship_type: string;
            /** @description Remarks on the link */
            association_notes: string | null;
            /**
             * Format: date-time
             * @description When the two were linked
             */
            linked_at: string;
        };
        AssetTicketLink: {
            /**
             * Format: uuid
             * @description Tenant of the caller
             */
            tenant: string;
            /**
             * Format: uuid
             * @description The asset
             */
            asset_id: string;
            /**
             * Format: uuid
             * @description The ticket
             */
            entity_id: string;
            /**
             * @description What the asset is linked to
             * @constant
             */
            entity_type: "ticket";
            /** @description How the ticket concerns the asset */
            relationship_type: string;
            /** @description Remarks on the link */
            notes: string | null;
            /** @description User who linked the two */
            created_by: string;
            /**
             * Format: date-time
             * @description When they were linked
             */
            created_at: string;
        };
        Document: {
            /**
             * Format: uuid
             * @description Identifies the document
             */
            document_id: string;
            /** @description Name it goes by */
            document_name: string;
            /** @description Name of the uploaded file; downloads carry it */
            original_filename: string;
            /** @description Media type as given at the upload; not verified */
            mime_type: string;
            /** @description Bytes */
            file_size: number;
            /** @description SHA-256 of the bytes, in hex; the ETag of the download */
            sha256: string;
            /** @description Remarks */
            notes: string | null;
            /**
             * Format: uuid
             * @description Client whose portal user uploaded it; null for the MSP's own
             */
            client_id: string | null;
            /**
             * Format: uuid
             * @description User who uploaded it
             */
            uploaded_by: string;
            /**
             * Format: date-time
             * @description When it was uploaded
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When its name or notes were last changed
             */
            updated_at: string;
            /**
             * Format: uuid
             * @description Tenant of the caller
             */
            tenant: string;
            /** @description Related operations by relation */
            _links: {
                [key: string]: components["schemas"]["Link"];
            };
        };
        MaintenanceRecord: {
            /**
             * Format: uuid
             * @description Identifies the record
             */
            history_id: string;
            /**
             * Format: uuid
             * @description Asset that was maintained
             */
            asset_id: string;
            /**
             * Format: uuid
             * @description Schedule it was done under; null without one, or when it is gone
             */
            schedule_id: string | null;
            /** @description What was done */
            maintenance_type: components["schemas"]["MaintenanceType"];
            /**
             * Format: uuid
             * @description User who did it
             */
            performed_by: string;
            /** @description First and last name of that user; null when unknown */
            performed_by_user_name: string | null;
            /**
             * Format: date-time
             * @description When it was done
             */
            performed_at: string;
            /** @description Hours it took */
            duration_hours: number | null;
            /** @description What it cost */
            cost: number | null;
            /** @description Remarks */
            notes: string | null;
            /** @description Parts that were used */
            parts_used: string[];
            /** @description Further data, such as measurements */
            maintenance_data: {
                [key: string]: unknown;
            } | null;
            /** @description The notes; without notes, a phrase made from the type */
            description: string;
            /**
             * Format: date-time
             * @description When it was recorded
             */
            created_at: string;
            /**
             * Format: uuid
             * @description Tenant of the caller
             */
            tenant: string;
        };
        RmmIntegration: {
            /** @description Id of the provider */
            provider: string;
            /** @description Name of the provider */
            name: string;
            /** @description What the connector can do */
            capabilities: string[];
            /** @description Whether the tenant has connected it */
            is_configured: boolean;
            /** @description Address of the provider's API */
            instance_url: string | null;
            /** @description The key itself is never shown */
            has_api_key: boolean;
            /** @description Whether it is synchronised, and actions are passed on */
            is_active: boolean;
            /** @description How devices become assets */
            settings: components["schemas"]["RmmIntegrationSettings"];
            /** @description pending before the first synchronisation */
            sync_status: components["schemas"]["RmmSyncStatus"];
            /**
             * Format: date-time
             * @description When devices were last fetched completely
             */
            last_sync_at: string | null;
            /** @description Why the last synchronisation failed */
            last_error: string | null;
            /** @description What the last complete synchronisation did */
            last_result: components["schemas"]["RmmSyncResult"] | null;
            /**
             * Format: date-time
             * @description When it was connected
             */
            created_at: string | null;
            /**
             * Format: date-time
             * @description When the connection was last changed
             */
            updated_at: string | null;
        };
        RmmIntegrationSettings: {
            /** @description Minutes from one synchronisation to the next */
            sync_interval_minutes: number;
            /** @description Whether a device without an asset gets a new one */
            create_assets: boolean;
            /** @description Client of each of the provider's clients, by the provider's id; others are found by their exact name */
            clients: {
                [key: string]: string;
            };
        };
        /** @enum {string} */
        RmmSyncStatus: "pending" | "syncing" | "completed" | "error";
        RmmSyncResult: {
            /**
             * @description How much was looked at
             * @enum {string}
             */
            sync_type: "full" | "incremental";
            /** @description Devices the provider told of */
            devices: number;
            /** @description Assets made for devices */
            created: number;
            /** @description Assets found by their serial number */
            linked: number;
            /** @description Assets whose data changed */
            updated: number;
            /** @description Devices without an asset: none fits, and no client is known for a new one */
            unassigned: number;
            /** @description Devices the provider no longer has */
            removed: number;
            /** @description Devices that could not be taken over */
            failed: number;
        };
        RmmScope: {
            /** @description The provider's id of its client */
            external_scope_id: string;
            /** @description Name of that client */
            name: string;
            /**
             * Format: uuid
             * @description Client its devices belong to; null when none is known
             */
            client_id: string | null;
        };
        RmmDataAnswer: {
            /** @description null in the community edition, and where no provider manages the asset */
            data: components["schemas"]["RmmData"] | null;
            /** @description Why data is null */
            message?: string;
            /** @description Related operations by relation */
            _links: {
                [key: string]: components["schemas"]["Link"];
            };
        };
        RmmData: {
            /** @description Id of the provider */
            provider: string;
            /** @description Whether the agent is in touch; overdue when it has been silent for long */
            agent_status: components["schemas"]["AgentStatus"];
            /**
             * Format: date-time
             * @description When the agent was last in touch
             */
            last_check_in: string | null;
            /**
             * Format: date-time
             * @description When these figures were fetched
             */
            last_rmm_sync_at: string;
            /** @description Who is signed in */
            current_user: string | null;
            /** @description Seconds from the last start to the last check-in */
            uptime_seconds: number | null;
            /** @description Address in its own network */
            lan_ip: string | null;
            /** @description Address it is seen by from outside */
            wan_ip: string | null;
            /** @description Share of the processor that is used */
            cpu_utilization_percent: number | null;
            /** @description Share of the memory that is used */
            memory_utilization_percent: number | null;
            /** @description Memory that is used */
            memory_used_gb: number | null;
            /** @description Memory it has */
            memory_total_gb: number | null;
            /** @description Its drives */
            storage: components["schemas"]["DeviceStorage"][];
        };
        /** @enum {string} */
        AgentStatus: "online" | "offline" | "overdue" | "unknown";
        DeviceStorage: {
            /** @description Drive or mount point */
            name: string;
            /** @description Size */
            total_gb: number | null;
            /** @description Free space */
            free_gb: number | null;
            /** @description Share that is used */
            utilization_percent: number | null;
        };
        RmmActionAnswer: {
            /** @description Whether the provider has taken it on */
            success: boolean;
            /** @description What the provider said */
            message: string;
            /** @description When the action was queued: how to find it again */
            jobId?: string;
        };
        RemoteControlAnswer: {
            /** @description null in the community edition, and where the provider does not offer this type */
            data: {
                /** @description Open it soon: it holds a right of access */
                url: string;
                type: components["schemas"]["RemoteControlType"];
            } | null;
        };
        RmmActions: {
            data: components["schemas"]["RmmAction"][];
            pagination: components["schemas"]["Pagination"];
            /** @description Related operations by relation */
            _links: {
                [key: string]: components["schemas"]["Link"];
            };
        };
        RmmAction: {
            /**
             * Format: uuid
             * @description Identifies the action
             */
            action_id: string;
            /**
             * Format: uuid
             * @description The asset
             */
            asset_id: string;
            /** @description Provider that was asked */
            provider: string;
            /**
             * @description What was asked for
             * @enum {string}
             */
            kind: "reboot" | "script" | "remote_control";
            /** @description The script, or the type of remote control */
            detail: string | null;
            /**
             * @description What the provider made of it; requested while it has not said
             * @enum {string}
             */
            outcome: "requested" | "accepted" | "refused" | "failed";
            /** @description What the provider said */
            message: string | null;
            /** @description User who asked */
            requested_by: string;
            /**
             * Format: date-time
             * @description When it was asked for
             */
            requested_at: string;
        };
        FleetSoftware: {
            /**
             * Format: uuid
             * @description Identifies the software on this asset
             */
            software_id: string;
            /** @description Name */
            name: string;
            /** @description Who made it */
            publisher: string | null;
            /** @description Such as Browser, Productivity, Development, Security, Communication, Creative, Runtime or Driver */
            category: string | null;
            /** @description What kind of software it is */
            software_type: components["schemas"]["SoftwareType"];
            /** @description Version found last */
            version: string | null;
            /**
             * Format: date-time
             * @description When it was installed, as the asset says
             */
            install_date: string | null;
            /** @description Space it takes */
            size_bytes: number | null;
            /**
             * Format: date-time
             * @description When it was first found
             */
            first_seen_at: string;
            /**
             * Format: date-time
             * @description When it was found to be gone
             */
            uninstalled_at: string | null;
            /** @description Whether it is installed now */
            is_current: boolean;
            /** @description Whether the MSP manages it */
            is_managed: boolean;
            /** @description Whether it guards the asset */
            is_security_relevant: boolean;
            /**
             * Format: uuid
             * @description Asset it is installed on
             */
            asset_id: string;
            /** @description Name of the asset */
            asset_name: string;
            /** @description Tag of the asset */
            asset_tag: string;
            /**
             * Format: uuid
             * @description Client that owns the asset
             */
            client_id: string;
            /** @description Name of the client */
            client_name: string | null;
        };
        TicketAsset: {
            /**
             * Format: uuid
             * @description Identifies the asset
             */
            asset_id: string;
            /**
             * Format: uuid
             * @description Client that owns the asset
             */
            client_id: string;
            /** @description Kind of device; decides the members of extension_data */
            asset_type: components["schemas"]["AssetType"];
            /** @description Inventory tag */
            asset_tag: string;
            /** @description Name */
            name: string;
            /** @description Free-form status, such as active or retired */
            status: string;
            /**
             * Format: uuid
             * @description Location of the client where the asset stands
             */
            location_id: string | null;
            /** @description Free-form place */
            location: string | null;
            /** @description Serial number of the maker */
            serial_number: string | null;
            /**
             * Format: date-time
             * @description When it was bought
             */
            purchase_date: string | null;
            /**
             * Format: date-time
             * @description When the warranty ends
             */
            warranty_end_date: string | null;
            /** @description Name of the client */
            client_name: string | null;
            /** @description Computed from warranty_end_date; expiring_soon within 30 days */
            warranty_status: components["schemas"]["WarrantyStatus"];
            /** @description Data of the asset type */
            extension_data: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When the asset was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the asset was last changed
             */
            updated_at: string;
            /**
             * Format: uuid
             * @description Tenant of the caller
             */
            tenant: string;
            /** @description Related operations by relation */
            _links: {
                [key: string]: components["schemas"]["Link"];
            };
            /** @description How the ticket concerns the asset */
            relationship_type: string;
            /** @description Remarks on the link */
            association_notes: string | null;
            /**
             * Format: date-time
             * @description When the two were linked
             */
            linked_at: string;
        };
        JsonWebKey: {
            /** @constant */
            kty: "OKP";
            /** @constant */
            crv: "Ed25519";
            x: string;
            kid: string;
            /** @constant */
            alg: "EdDSA";
            /** @constant */
            use: "sig";
        };
        Endpoints: {
            endpoints: components["schemas"]["Endpoint"][];
            totalEndpoints: number;
            categories: string[];
            /** @description Version of the API description */
            version: string;
            /**
             * Format: date-time
             * @description When this gateway took up this description
             */
            lastUpdated: string;
        };
        Endpoint: {
            /** @description Path template */
            path: string;
            /** @description HTTP method in capitals */
            method: string;
            summary: string;
            description: string;
            /** @description Categories */
            tags: string[];
            /** @description Unique name, also in the OpenAPI document and the typed client */
            operationId: string;
            deprecated: boolean;
            /** @description Whether a key or a session is needed */
            requiresAuth: boolean;
            /** @description All of these are needed */
            permissions: string[];
            parameters: components["schemas"]["EndpointParameter"][];
            /** @description What each status means */
            responses: {
                [key: string]: string;
            };
        };
        EndpointParameter: {
            name: string;
            /** @enum {string} */
            in: "path" | "query" | "header" | "cookie";
            required: boolean;
            description: string;
            /** @description JSON schema of the value */
            schema: {
                [key: string]: unknown;
            };
        };
        SchemaDescriptions: {
            schemas: components["schemas"]["SchemaDescription"][];
            totalSchemas: number;
            /** @description The types there are */
            categories: string[];
        };
        /**
         * @example {
         *       "name": "ServiceHealth",
         *       "type": "model",
         *       "description": "",
         *       "properties": {
         *         "status": {
         *           "type": "string"
         *         }
         *       },
         *       "required": [
         *         "status"
         *       ]
         *     }
         */
        SchemaDescription: {
            name: string;
            /**
             * @description Sent by callers, sent by the API, or both
             * @enum {string}
             */
            type: "request" | "response" | "model";
            description: string;
            properties: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            required: string[];
            example?: unknown;
        };
        PermissionDescriptions: {
            permissions: components["schemas"]["PermissionDescription"][];
            totalPermissions: number;
            categories: string[];
            /** @description Roles every tenant starts with */
            roles: {
                name: string;
                permissions: string[];
            }[];
        };
        PermissionDescription: {
            /** @description `resource:action` */
            permission: string;
            description: string;
            /** @description The resource */
            category: string;
            /** @description Operations that demand it, as `METHOD path` */
            endpoints: string[];
            /** @description Roles every tenant starts with that hold it */
            requiredRoles: string[];
        };
        OpenApiDocument: {
            /** @description 3.1.0 or 3.0.3 */
            openapi: string;
        } & {
            [key: string]: unknown;
        };
        AsyncApiDocument: {
            /** @description 3.0.0 */
            asyncapi: string;
        } & {
            [key: string]: unknown;
        };
        Health: {
            /**
             * @description degraded: some services answer; unhealthy: none does, sent with status 503
             * @enum {string}
             */
            status: "healthy" | "degraded" | "unhealthy";
            version: string;
            /** Format: date-time */
            timestamp: string;
            /** @description Seconds */
            uptime: number;
            services: {
                [key: string]: components["schemas"]["ServiceHealth"];
            };
            metrics: {
                totalEndpoints: number;
                totalSchemas: number;
                totalPermissions: number;
            };
        };
        ServiceHealth: {
            /** @enum {string} */
            status: "up" | "down" | "degraded";
            /** @description Milliseconds until it answered */
            latency?: number;
            message?: string;
        };
        MetaStats: {
            totalEndpoints: number;
            endpointsByCategory: {
                [key: string]: number;
            };
            endpointsByMethod: {
                [key: string]: number;
            };
            totalSchemas: number;
            totalPermissions: number;
            coverage: {
                /** @description Endpoints in the OpenAPI document */
                documented: number;
                /** @description Endpoints the build tests for credentials, permissions, tenants and input: every one */
                tested: number;
                deprecated: number;
            };
            usage: components["schemas"]["UsageStats"];
        };
        /** @description The tenant's requests at the gateway that answers, in the period or since it started, whichever is shorter */
        UsageStats: {
            totalRequests: number;
            /** @description By `METHOD path` */
            requestsByEndpoint: {
                [key: string]: number;
            };
            /** @description Milliseconds; 0 without a request */
            averageResponseTime: number;
            /** @description Share of the requests answered with a status from 500 on, 0 to 1 */
            errorRate: number;
        };
        Sdk: {
            /** @constant */
            success: true;
            data: {
                sdk_info: {
                    /** @enum {string} */
                    language: "typescript" | "javascript";
                    packageName: string;
                    version: string;
                    installInstructions: string;
                    usageExample: string;
                };
                /** @description Text of each file by its path */
                files: {
                    [key: string]: string;
                };
                download_instructions: string;
            };
        };
    };
    responses: {
        /** @description `BAD_GATEWAY`: The upstream service gave no valid answer */
        BadGateway: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `FORBIDDEN`: Permission denied */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `GATEWAY_TIMEOUT`: The upstream service did not answer in time */
        GatewayTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `INTERNAL_ERROR`: An unexpected error occurred */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `RATE_LIMITED`: Too many requests */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `SERVICE_UNAVAILABLE`: The service is temporarily unavailable */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `UNAUTHORIZED`: Invalid API key */
        UnauthorizedOrKeyMissing: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] | components["schemas"]["FlatError"];
            };
        };
        /** @description `VALIDATION_ERROR`: Validation failed */
        ValidationError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `CONFLICT`: Resource already exists
         *
         *     `REQUEST_IN_FLIGHT`: A request with this Idempotency-Key is still being processed
         */
        ConflictOrRequestInFlight: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was used with another request */
        IdempotencyKeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `PAYLOAD_TOO_LARGE`: The request body is too large */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `UNSUPPORTED_MEDIA_TYPE`: The content type is not supported here */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `NOT_FOUND`: Not found */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `PRECONDITION_FAILED`: The resource was changed since it was read */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `BAD_GATEWAY`: The upstream service gave no valid answer */
        FlatBadGateway: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlatError"];
            };
        };
        /** @description `GATEWAY_TIMEOUT`: The upstream service did not answer in time */
        FlatGatewayTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlatError"];
            };
        };
        /** @description `INTERNAL_ERROR`: An unexpected error occurred */
        FlatInternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlatError"];
            };
        };
        /** @description `PAYLOAD_TOO_LARGE`: The request body is too large */
        FlatPayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlatError"];
            };
        };
        /** @description `RATE_LIMITED`: Too many requests */
        FlatRateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlatError"];
            };
        };
        /** @description `SERVICE_UNAVAILABLE`: The service is temporarily unavailable */
        FlatServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlatError"];
            };
        };
        /** @description `CONFLICT`: Resource already exists */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `BAD_GATEWAY`: The upstream service gave no valid answer */
        AssetBadGateway: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AssetError"];
            };
        };
        /** @description `FORBIDDEN`: Permission denied */
        AssetForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AssetError"];
            };
        };
        /** @description `GATEWAY_TIMEOUT`: The upstream service did not answer in time */
        AssetGatewayTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AssetError"];
            };
        };
        /** @description `INTERNAL_ERROR`: An unexpected error occurred */
        AssetInternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AssetError"];
            };
        };
        /** @description `NOT_FOUND`: Not found */
        AssetNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AssetError"];
            };
        };
        /** @description `RATE_LIMITED`: Too many requests */
        AssetRateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AssetError"];
            };
        };
        /** @description `SERVICE_UNAVAILABLE`: The service is temporarily unavailable */
        AssetServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AssetError"];
            };
        };
        /** @description `UNAUTHORIZED`: Invalid API key */
        AssetUnauthorizedOrKeyMissing: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AssetError"] | components["schemas"]["FlatError"];
            };
        };
        /** @description `VALIDATION_ERROR`: Validation failed */
        AssetValidationError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AssetError"];
            };
        };
        /**
         * @description `CONFLICT`: Resource already exists
         *
         *     `REQUEST_IN_FLIGHT`: A request with this Idempotency-Key is still being processed
         */
        AssetConflictOrRequestInFlight: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AssetError"];
            };
        };
        /** @description `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was used with another request */
        AssetIdempotencyKeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AssetError"];
            };
        };
        /** @description `PAYLOAD_TOO_LARGE`: The request body is too large */
        AssetPayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AssetError"];
            };
        };
        /** @description `UNSUPPORTED_MEDIA_TYPE`: The content type is not supported here */
        AssetUnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AssetError"];
            };
        };
        /** @description `FORBIDDEN`: Permission denied */
        FlatForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlatError"];
            };
        };
        /** @description `NOT_FOUND`: Not found */
        FlatNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlatError"];
            };
        };
        /** @description `UNAUTHORIZED`: Invalid API key */
        FlatUnauthorizedOrKeyMissing: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlatError"];
            };
        };
        /** @description `VALIDATION_ERROR`: Validation failed */
        FlatValidationError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlatError"];
            };
        };
        /** @description `PRECONDITION_FAILED`: The resource was changed since it was read */
        FlatPreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlatError"];
            };
        };
        /** @description `UNSUPPORTED_MEDIA_TYPE`: The content type is not supported here */
        FlatUnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlatError"];
            };
        };
        /** @description `REQUEST_IN_FLIGHT`: A request with this Idempotency-Key is still being processed */
        AssetRequestInFlight: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AssetError"];
            };
        };
        /** @description `PRECONDITION_FAILED`: The resource was changed since it was read */
        AssetPreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AssetError"];
            };
        };
        /** @description `REQUEST_IN_FLIGHT`: A request with this Idempotency-Key is still being processed */
        RequestInFlight: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `BAD_REQUEST`: Bad request
         *
         *     `VALIDATION_ERROR`: Validation failed
         */
        BadRequestOrValidationError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `BAD_REQUEST`: Bad request
         *
         *     `VALIDATION_ERROR`: Validation failed
         */
        FlatBadRequestOrValidationError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlatError"];
            };
        };
        /**
         * @description `CONFLICT`: Resource already exists
         *
         *     `REQUEST_IN_FLIGHT`: A request with this Idempotency-Key is still being processed
         */
        FlatConflictOrRequestInFlight: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlatError"];
            };
        };
        /** @description `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was used with another request */
        FlatIdempotencyKeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlatError"];
            };
        };
        /** @description `CONFLICT`: Resource already exists */
        FlatConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FlatError"];
            };
        };
        /**
         * @description `UNSUPPORTED_LANGUAGE`: This language is not supported
         *
         *     `VALIDATION_ERROR`: Validation failed
         */
        UnsupportedLanguageOrValidationError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
        IdempotencyKey: string;
        /** @description Carries the change out only if the resource still has this ETag; 412 otherwise */
        IfMatch: string;
        /** @description Gets a 304 without a body if the resource still has this ETag */
        IfNoneMatch: string;
        /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
        Prefer: string;
    };
    requestBodies: never;
    headers: {
        /** @description Id of the request: the one it came with, or a new one */
        RequestId: string;
        /** @description Version of the resource; send it back in If-Match or If-None-Match */
        ETag: string;
        /** @description Path of the new resource */
        Location: string;
        /** @description Address to go to */
        Redirect: string;
        /** @description The next page as `rel="next"`; absent on the last */
        NextPage: string;
        /** @description Name of the file */
        ContentDisposition: string;
        /** @description `true` when this is the stored answer of an earlier request with this key */
        IdempotencyReplayed: "true";
        /** @description Quota of the caller: requests and seconds */
        RateLimitPolicy: string;
        /** @description Requests left and seconds until there are more */
        RateLimit: string;
        /** @description Requests that may be sent at once */
        XRateLimitLimit: number;
        /** @description Requests left of those */
        XRateLimitRemaining: number;
        /** @description When the next request will be accepted */
        XRateLimitReset: string;
        /** @description Seconds to wait before trying again */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1 */
                page?: number;
                /** @description Rows a page */
                limit?: number;
                /** @description Column to sort by */
                sort?: "created_at" | "updated_at" | "last_used_at" | "expires_at" | "description";
                /** @description Direction of the sort */
                order?: "asc" | "desc";
                /** @description Reads on after the page that gave this cursor; takes the place of `page` */
                cursor?: string;
                /** @description false leaves the total out, which makes the page cheaper */
                include_total?: boolean;
                /** @description Text that must occur in the row, whatever its case */
                search?: string;
                /** @description Created at or after */
                created_from?: string;
                /** @description Created at or before */
                created_to?: string;
                /** @description Changed at or after */
                updated_from?: string;
                /** @description Changed at or before */
                updated_to?: string;
                /** @description Members to send, separated by commas; all when absent */
                fields?: string[];
                /** @description true: the keys of all users, with their owners' names; needs security_settings:read */
                all?: boolean;
                /** @description true: keys in use; false: revoked and retired ones */
                active?: boolean;
                /** @description Keys of this user; of others only with all=true */
                user_id?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKey"][];
                        pagination: components["schemas"]["Pagination"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateApiKey"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKeyWithSecret"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ConflictOrRequestInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Gets a 304 without a body if the resource still has this ETag */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description API-key id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKey"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            /** @description The caller has this version already */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Carries the change out only if the resource still has this ETag; 412 otherwise */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description API-key id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Carries the change out only if the resource still has this ETag; 412 otherwise */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description API-key id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateApiKey"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKeyWithSecret"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrRequestInFlight"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getApiKeyRateLimit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description API-key id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKeyRateLimit"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    setApiKeyRateLimit: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description API-key id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RateLimit"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKeyRateLimit"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    clearApiKeyRateLimit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description API-key id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    validateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidatedApiKey"];
                };
            };
            413: components["responses"]["FlatPayloadTooLarge"];
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            502: components["responses"]["FlatBadGateway"];
            503: components["responses"]["FlatServiceUnavailable"];
            504: components["responses"]["FlatGatewayTimeout"];
        };
    };
    listClientLocations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Client id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ClientLocation"][];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createClientLocation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Carries the change out only if the resource still has this ETag; 412 otherwise */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Client id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateClientLocation"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ClientLocation"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrRequestInFlight"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listClientLocationsAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Client id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ClientLocation"][];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createClientLocationAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Carries the change out only if the resource still has this ETag; 412 otherwise */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Client id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateClientLocation"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ClientLocation"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrRequestInFlight"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getClientLocation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Gets a 304 without a body if the resource still has this ETag */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Client id */
                id: string;
                /** @description Location id */
                locationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ClientLocation"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            /** @description The caller has this version already */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    updateClientLocation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Carries the change out only if the resource still has this ETag; 412 otherwise */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Client id */
                id: string;
                /** @description Location id */
                locationId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateClientLocation"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ClientLocation"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteClientLocation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Carries the change out only if the resource still has this ETag; 412 otherwise */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Client id */
                id: string;
                /** @description Location id */
                locationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getClientLocationAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Gets a 304 without a body if the resource still has this ETag */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Client id */
                id: string;
                /** @description Location id */
                locationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ClientLocation"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            /** @description The caller has this version already */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    updateClientLocationAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Carries the change out only if the resource still has this ETag; 412 otherwise */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Client id */
                id: string;
                /** @description Location id */
                locationId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateClientLocation"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ClientLocation"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteClientLocationAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Carries the change out only if the resource still has this ETag; 412 otherwise */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Client id */
                id: string;
                /** @description Location id */
                locationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listClients: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1 */
                page?: number;
                /** @description Rows a page */
                limit?: number;
                /** @description Column to sort by */
                sort?: "created_at" | "updated_at" | "client_name" | "email" | "phone_no" | "client_type" | "billing_cycle" | "region_code" | "credit_limit" | "is_inactive" | "is_tax_exempt" | "account_manager_full_name";
                /** @description Direction of the sort */
                order?: "asc" | "desc";
                /** @description Reads on after the page that gave this cursor; takes the place of `page` */
                cursor?: string;
                /** @description false leaves the total out, which makes the page cheaper */
                include_total?: boolean;
                /** @description Text that must occur in the row, whatever its case */
                search?: string;
                /** @description Created at or after */
                created_from?: string;
                /** @description Created at or before */
                created_to?: string;
                /** @description Changed at or after */
                updated_from?: string;
                /** @description Changed at or before */
                updated_to?: string;
                /** @description Members to send, separated by commas; all when absent */
                fields?: string[];
                /** @description Part of the name */
                client_name?: string;
                /** @description Part of the client's own e-mail address */
                email?: string;
                /** @description Exact kind */
                client_type?: string;
                /** @description How often the client is billed */
                billing_cycle?: components["schemas"]["BillingCycle"];
                /** @description true: inactive clients only; false: active ones only */
                is_inactive?: boolean;
                /** @description Whether no tax is charged */
                is_tax_exempt?: boolean;
                /** @description User who looks after the client */
                account_manager_id?: string;
                /** @description Exact tax region */
                region_code?: string;
                /** @description Credit balance of at least this, in minor units */
                credit_balance_min?: number;
                /** @description Credit balance of at most this, in minor units */
                credit_balance_max?: number;
                /** @description true: a credit limit is set, be it 0 */
                has_credit_limit?: boolean;
                /** @description Exact industry among the properties */
                industry?: string;
                /** @description Exact company size among the properties */
                company_size?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Client"][];
                        pagination: components["schemas"]["Pagination"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateClient"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Client"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ConflictOrRequestInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listClientsAlias: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1 */
                page?: number;
                /** @description Rows a page */
                limit?: number;
                /** @description Column to sort by */
                sort?: "created_at" | "updated_at" | "client_name" | "email" | "phone_no" | "client_type" | "billing_cycle" | "region_code" | "credit_limit" | "is_inactive" | "is_tax_exempt" | "account_manager_full_name";
                /** @description Direction of the sort */
                order?: "asc" | "desc";
                /** @description Reads on after the page that gave this cursor; takes the place of `page` */
                cursor?: string;
                /** @description false leaves the total out, which makes the page cheaper */
                include_total?: boolean;
                /** @description Text that must occur in the row, whatever its case */
                search?: string;
                /** @description Created at or after */
                created_from?: string;
                /** @description Created at or before */
                created_to?: string;
                /** @description Changed at or after */
                updated_from?: string;
                /** @description Changed at or before */
                updated_to?: string;
                /** @description Members to send, separated by commas; all when absent */
                fields?: string[];
                /** @description Part of the name */
                client_name?: string;
                /** @description Part of the client's own e-mail address */
                email?: string;
                /** @description Exact kind */
                client_type?: string;
                /** @description How often the client is billed */
                billing_cycle?: components["schemas"]["BillingCycle"];
                /** @description true: inactive clients only; false: active ones only */
                is_inactive?: boolean;
                /** @description Whether no tax is charged */
                is_tax_exempt?: boolean;
                /** @description User who looks after the client */
                account_manager_id?: string;
                /** @description Exact tax region */
                region_code?: string;
                /** @description Credit balance of at least this, in minor units */
                credit_balance_min?: number;
                /** @description Credit balance of at most this, in minor units */
                credit_balance_max?: number;
                /** @description true: a credit limit is set, be it 0 */
                has_credit_limit?: boolean;
                /** @description Exact industry among the properties */
                industry?: string;
                /** @description Exact company size among the properties */
                company_size?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Client"][];
                        pagination: components["schemas"]["Pagination"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createClientAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateClient"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Client"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ConflictOrRequestInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description Gets a 304 without a body if the resource still has this ETag */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Client id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Client"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            /** @description The caller has this version already */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    updateClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description Carries the change out only if the resource still has this ETag; 412 otherwise */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Client id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateClient"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Client"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description Carries the change out only if the resource still has this ETag; 412 otherwise */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Client id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getClientAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Gets a 304 without a body if the resource still has this ETag */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Client id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Client"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            /** @description The caller has this version already */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    updateClientAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Carries the change out only if the resource still has this ETag; 412 otherwise */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Client id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateClient"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Client"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteClientAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Carries the change out only if the resource still has this ETag; 412 otherwise */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Client id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listAssetChanges: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1 */
                page?: number;
                /** @description Rows a page */
                limit?: number;
                /** @description Column to sort by */
                sort?: "changed_at";
                /** @description Direction of the sort */
                order?: "asc" | "desc";
                /** @description Reads on after the page that gave this cursor; takes the place of `page` */
                cursor?: string;
                /** @description false leaves the total out, which makes the page cheaper */
                include_total?: boolean;
                /** @description Members to send, separated by commas; all when absent */
                fields?: string[];
                /** @description Made by this user */
                changed_by?: string;
                /** @description Changed this member of the asset, such as status */
                member?: string;
                /** @description Changed at or after */
                changed_from?: string;
                /** @description Changed at or before */
                changed_to?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["AssetChange"][];
                            pagination: components["schemas"]["Pagination"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    listAssetChangesAlias: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1 */
                page?: number;
                /** @description Rows a page */
                limit?: number;
                /** @description Column to sort by */
                sort?: "changed_at";
                /** @description Direction of the sort */
                order?: "asc" | "desc";
                /** @description Reads on after the page that gave this cursor; takes the place of `page` */
                cursor?: string;
                /** @description false leaves the total out, which makes the page cheaper */
                include_total?: boolean;
                /** @description Members to send, separated by commas; all when absent */
                fields?: string[];
                /** @description Made by this user */
                changed_by?: string;
                /** @description Changed this member of the asset, such as status */
                member?: string;
                /** @description Changed at or after */
                changed_from?: string;
                /** @description Changed at or before */
                changed_to?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["AssetChange"][];
                            pagination: components["schemas"]["Pagination"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    listAssetDocuments: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1 */
                page?: number;
                /** @description Rows a page */
                limit?: number;
                /** @description Column to sort by */
                sort?: "created_at" | "uploaded_at" | "original_filename" | "file_size" | "mime_type";
                /** @description Direction of the sort */
                order?: "asc" | "desc";
                /** @description Reads on after the page that gave this cursor; takes the place of `page` */
                cursor?: string;
                /** @description false leaves the total out, which makes the page cheaper */
                include_total?: boolean;
                /** @description Text that must occur in the row, whatever its case */
                search?: string;
                /** @description Created at or after */
                created_from?: string;
                /** @description Created at or before */
                created_to?: string;
                /** @description Members to send, separated by commas; all when absent */
                fields?: string[];
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["DocumentAssociation"][];
                            pagination: components["schemas"]["Pagination"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    associateDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssociateDocument"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["DocumentAssociation"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            409: components["responses"]["AssetConflictOrRequestInFlight"];
            413: components["responses"]["AssetPayloadTooLarge"];
            415: components["responses"]["AssetUnsupportedMediaType"];
            422: components["responses"]["AssetIdempotencyKeyReused"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    listAssetDocumentsAlias: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1 */
                page?: number;
                /** @description Rows a page */
                limit?: number;
                /** @description Column to sort by */
                sort?: "created_at" | "uploaded_at" | "original_filename" | "file_size" | "mime_type";
                /** @description Direction of the sort */
                order?: "asc" | "desc";
                /** @description Reads on after the page that gave this cursor; takes the place of `page` */
                cursor?: string;
                /** @description false leaves the total out, which makes the page cheaper */
                include_total?: boolean;
                /** @description Text that must occur in the row, whatever its case */
                search?: string;
                /** @description Created at or after */
                created_from?: string;
                /** @description Created at or before */
                created_to?: string;
                /** @description Members to send, separated by commas; all when absent */
                fields?: string[];
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["DocumentAssociation"][];
                            pagination: components["schemas"]["Pagination"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    associateDocumentAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssociateDocument"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["DocumentAssociation"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            409: components["responses"]["AssetConflictOrRequestInFlight"];
            413: components["responses"]["AssetPayloadTooLarge"];
            415: components["responses"]["AssetUnsupportedMediaType"];
            422: components["responses"]["AssetIdempotencyKeyReused"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    detachDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Association id */
                associationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    detachDocumentAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Association id */
                associationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    getAssetNotes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Gets a 304 without a body if the resource still has this ETag */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetNotes"];
                };
            };
            /** @description The caller has this version already */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["FlatValidationError"];
            401: components["responses"]["FlatUnauthorizedOrKeyMissing"];
            403: components["responses"]["FlatForbidden"];
            404: components["responses"]["FlatNotFound"];
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            502: components["responses"]["FlatBadGateway"];
            503: components["responses"]["FlatServiceUnavailable"];
            504: components["responses"]["FlatGatewayTimeout"];
        };
    };
    writeAssetNotes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Carries the change out only if the resource still has this ETag; 412 otherwise */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteAssetNotes"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WrittenAssetNotes"];
                };
            };
            400: components["responses"]["FlatValidationError"];
            401: components["responses"]["FlatUnauthorizedOrKeyMissing"];
            403: components["responses"]["FlatForbidden"];
            404: components["responses"]["FlatNotFound"];
            412: components["responses"]["FlatPreconditionFailed"];
            413: components["responses"]["FlatPayloadTooLarge"];
            415: components["responses"]["FlatUnsupportedMediaType"];
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            502: components["responses"]["FlatBadGateway"];
            503: components["responses"]["FlatServiceUnavailable"];
            504: components["responses"]["FlatGatewayTimeout"];
        };
    };
    deleteAssetNotes: {
        parameters: {
            query?: {
                /** @description true deletes the text; otherwise it is only taken off the asset until notes are written again */
                delete_document?: boolean;
            };
            header?: {
                /** @description Carries the change out only if the resource still has this ETag; 412 otherwise */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["FlatValidationError"];
            401: components["responses"]["FlatUnauthorizedOrKeyMissing"];
            403: components["responses"]["FlatForbidden"];
            404: components["responses"]["FlatNotFound"];
            412: components["responses"]["FlatPreconditionFailed"];
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            502: components["responses"]["FlatBadGateway"];
            503: components["responses"]["FlatServiceUnavailable"];
            504: components["responses"]["FlatGatewayTimeout"];
        };
    };
    getAssetNotesAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Gets a 304 without a body if the resource still has this ETag */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetNotes"];
                };
            };
            /** @description The caller has this version already */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["FlatValidationError"];
            401: components["responses"]["FlatUnauthorizedOrKeyMissing"];
            403: components["responses"]["FlatForbidden"];
            404: components["responses"]["FlatNotFound"];
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            502: components["responses"]["FlatBadGateway"];
            503: components["responses"]["FlatServiceUnavailable"];
            504: components["responses"]["FlatGatewayTimeout"];
        };
    };
    writeAssetNotesAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Carries the change out only if the resource still has this ETag; 412 otherwise */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteAssetNotes"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WrittenAssetNotes"];
                };
            };
            400: components["responses"]["FlatValidationError"];
            401: components["responses"]["FlatUnauthorizedOrKeyMissing"];
            403: components["responses"]["FlatForbidden"];
            404: components["responses"]["FlatNotFound"];
            412: components["responses"]["FlatPreconditionFailed"];
            413: components["responses"]["FlatPayloadTooLarge"];
            415: components["responses"]["FlatUnsupportedMediaType"];
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            502: components["responses"]["FlatBadGateway"];
            503: components["responses"]["FlatServiceUnavailable"];
            504: components["responses"]["FlatGatewayTimeout"];
        };
    };
    deleteAssetNotesAlias: {
        parameters: {
            query?: {
                /** @description true deletes the text; otherwise it is only taken off the asset until notes are written again */
                delete_document?: boolean;
            };
            header?: {
                /** @description Carries the change out only if the resource still has this ETag; 412 otherwise */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["FlatValidationError"];
            401: components["responses"]["FlatUnauthorizedOrKeyMissing"];
            403: components["responses"]["FlatForbidden"];
            404: components["responses"]["FlatNotFound"];
            412: components["responses"]["FlatPreconditionFailed"];
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            502: components["responses"]["FlatBadGateway"];
            503: components["responses"]["FlatServiceUnavailable"];
            504: components["responses"]["FlatGatewayTimeout"];
        };
    };
    listAssets: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1 */
                page?: number;
                /** @description Rows a page */
                limit?: number;
                /** @description Column to sort by */
                sort?: "created_at" | "updated_at" | "name" | "asset_tag" | "asset_type" | "status" | "client_name" | "location" | "serial_number" | "purchase_date" | "warranty_end_date";
                /** @description Direction of the sort */
                order?: "asc" | "desc";
                /** @description Reads on after the page that gave this cursor; takes the place of `page` */
                cursor?: string;
                /** @description false leaves the total out, which makes the page cheaper */
                include_total?: boolean;
                /** @description Text that must occur in the row, whatever its case */
                search?: string;
                /** @description Created at or after */
                created_from?: string;
                /** @description Created at or before */
                created_to?: string;
                /** @description Changed at or after */
                updated_from?: string;
                /** @description Changed at or before */
                updated_to?: string;
                /** @description Members to send, separated by commas; all when absent */
                fields?: string[];
                /** @description true: in use at an active client; false: retired, disposed or inactive, or of an inactive client */
                is_active?: boolean;
                /** @description true: an active schedule is due now */
                maintenance_due?: boolean;
                /** @description Part of the tag */
                asset_tag?: string;
                /** @description Part of the name */
                name?: string;
                /** @description Client that owns the asset */
                client_id?: string;
                /** @description Location of the client */
                location_id?: string;
                /** @description Kind of device */
                asset_type?: components["schemas"]["AssetType"];
                /** @description Exact status */
                status?: string;
                /** @description Part of the free-form place */
                location?: string;
                /** @description Part of the client's name */
                client_name?: string;
                /** @description true: a warranty end date is set */
                has_warranty?: boolean;
                /** @description true: the warranty has ended; false: it has not, or there is none */
                warranty_expired?: boolean;
                /** @description Bought at or after */
                purchase_date_from?: string;
                /** @description Bought at or before */
                purchase_date_to?: string;
                /** @description Warranty ends at or after */
                warranty_end_from?: string;
                /** @description Warranty ends at or before */
                warranty_end_to?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["Asset"][];
                            pagination: components["schemas"]["Pagination"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    createAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAsset"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["AssetDetails"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            409: components["responses"]["AssetRequestInFlight"];
            413: components["responses"]["AssetPayloadTooLarge"];
            415: components["responses"]["AssetUnsupportedMediaType"];
            422: components["responses"]["AssetIdempotencyKeyReused"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    listAssetsAlias: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1 */
                page?: number;
                /** @description Rows a page */
                limit?: number;
                /** @description Column to sort by */
                sort?: "created_at" | "updated_at" | "name" | "asset_tag" | "asset_type" | "status" | "client_name" | "location" | "serial_number" | "purchase_date" | "warranty_end_date";
                /** @description Direction of the sort */
                order?: "asc" | "desc";
                /** @description Reads on after the page that gave this cursor; takes the place of `page` */
                cursor?: string;
                /** @description false leaves the total out, which makes the page cheaper */
                include_total?: boolean;
                /** @description Text that must occur in the row, whatever its case */
                search?: string;
                /** @description Created at or after */
                created_from?: string;
                /** @description Created at or before */
                created_to?: string;
                /** @description Changed at or after */
                updated_from?: string;
                /** @description Changed at or before */
                updated_to?: string;
                /** @description Members to send, separated by commas; all when absent */
                fields?: string[];
                /** @description true: in use at an active client; false: retired, disposed or inactive, or of an inactive client */
                is_active?: boolean;
                /** @description true: an active schedule is due now */
                maintenance_due?: boolean;
                /** @description Part of the tag */
                asset_tag?: string;
                /** @description Part of the name */
                name?: string;
                /** @description Client that owns the asset */
                client_id?: string;
                /** @description Location of the client */
                location_id?: string;
                /** @description Kind of device */
                asset_type?: components["schemas"]["AssetType"];
                /** @description Exact status */
                status?: string;
                /** @description Part of the free-form place */
                location?: string;
                /** @description Part of the client's name */
                client_name?: string;
                /** @description true: a warranty end date is set */
                has_warranty?: boolean;
                /** @description true: the warranty has ended; false: it has not, or there is none */
                warranty_expired?: boolean;
                /** @description Bought at or after */
                purchase_date_from?: string;
                /** @description Bought at or before */
                purchase_date_to?: string;
                /** @description Warranty ends at or after */
                warranty_end_from?: string;
                /** @description Warranty ends at or before */
                warranty_end_to?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["Asset"][];
                            pagination: components["schemas"]["Pagination"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    createAssetAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAsset"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["AssetDetails"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            409: components["responses"]["AssetRequestInFlight"];
            413: components["responses"]["AssetPayloadTooLarge"];
            415: components["responses"]["AssetUnsupportedMediaType"];
            422: components["responses"]["AssetIdempotencyKeyReused"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    searchAssets: {
        parameters: {
            query: {
                /** @description Text to look for, whatever its case */
                query: string;
                /** @description Where to look; asset_tag, name, serial_number and location when absent */
                fields?: ("asset_tag" | "name" | "serial_number" | "location" | "client_name")[];
                /** @description true: look into the values of the extension data as well */
                include_extension_data?: boolean;
                /** @description Rows at most */
                limit?: number;
                /** @description Any of these kinds */
                asset_types?: ("workstation" | "network_device" | "server" | "mobile_device" | "printer" | "unknown")[];
                /** @description Any of these statuses */
                statuses?: string[];
                /** @description Any of these clients */
                client_ids?: string[];
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["Asset"][];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    searchAssetsAlias: {
        parameters: {
            query: {
                /** @description Text to look for, whatever its case */
                query: string;
                /** @description Where to look; asset_tag, name, serial_number and location when absent */
                fields?: ("asset_tag" | "name" | "serial_number" | "location" | "client_name")[];
                /** @description true: look into the values of the extension data as well */
                include_extension_data?: boolean;
                /** @description Rows at most */
                limit?: number;
                /** @description Any of these kinds */
                asset_types?: ("workstation" | "network_device" | "server" | "mobile_device" | "printer" | "unknown")[];
                /** @description Any of these statuses */
                statuses?: string[];
                /** @description Any of these clients */
                client_ids?: string[];
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["Asset"][];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    exportAssets: {
        parameters: {
            query?: {
                /** @description csv: an attachment; json: the success envelope */
                format?: "csv" | "json";
                /** @description Columns, in this order; all when absent */
                fields?: ("asset_id" | "asset_tag" | "name" | "asset_type" | "status" | "client_id" | "client_name" | "location_id" | "location" | "serial_number" | "purchase_date" | "warranty_end_date" | "warranty_status" | "created_at" | "updated_at")[];
                /** @description Any of these kinds */
                asset_types?: ("workstation" | "network_device" | "server" | "mobile_device" | "printer" | "unknown")[];
                /** @description Any of these statuses */
                statuses?: string[];
                /** @description Any of these clients */
                client_ids?: string[];
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: {
                                /**
                                 * Format: uuid
                                 * @description Identifies the asset
                                 */
                                asset_id?: string;
                                /**
                                 * Format: uuid
                                 * @description Client that owns the asset
                                 */
                                client_id?: string;
                                /** @description Kind of device; decides the members of extension_data */
                                asset_type?: components["schemas"]["AssetType"];
                                /** @description Inventory tag */
                                asset_tag?: string;
                                /** @description Name */
                                name?: string;
                                /** @description Free-form status, such as active or retired */
                                status?: string;
                                /**
                                 * Format: uuid
                                 * @description Location of the client where the asset stands
                                 */
                                location_id?: string | null;
                                /** @description Free-form place */
                                location?: string | null;
                                /** @description Serial number of the maker */
                                serial_number?: string | null;
                                /**
                                 * Format: date-time
                                 * @description When it was bought
                                 */
                                purchase_date?: string | null;
                                /**
                                 * Format: date-time
                                 * @description When the warranty ends
                                 */
                                warranty_end_date?: string | null;
                                /** @description Name of the client */
                                client_name?: string | null;
                                /** @description Computed from warranty_end_date; expiring_soon within 30 days */
                                warranty_status?: components["schemas"]["WarrantyStatus"];
                                /** @description Data of the asset type */
                                extension_data?: {
                                    [key: string]: unknown;
                                } | null;
                                /**
                                 * Format: date-time
                                 * @description When the asset was created
                                 */
                                created_at?: string;
                                /**
                                 * Format: date-time
                                 * @description When the asset was last changed
                                 */
                                updated_at?: string;
                                /**
                                 * Format: uuid
                                 * @description Tenant of the caller
                                 */
                                tenant?: string;
                                /** @description Related operations by relation */
                                _links?: {
                                    [key: string]: components["schemas"]["Link"];
                                };
                            }[];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    exportAssetsAlias: {
        parameters: {
            query?: {
                /** @description csv: an attachment; json: the success envelope */
                format?: "csv" | "json";
                /** @description Columns, in this order; all when absent */
                fields?: ("asset_id" | "asset_tag" | "name" | "asset_type" | "status" | "client_id" | "client_name" | "location_id" | "location" | "serial_number" | "purchase_date" | "warranty_end_date" | "warranty_status" | "created_at" | "updated_at")[];
                /** @description Any of these kinds */
                asset_types?: ("workstation" | "network_device" | "server" | "mobile_device" | "printer" | "unknown")[];
                /** @description Any of these statuses */
                statuses?: string[];
                /** @description Any of these clients */
                client_ids?: string[];
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: {
                                /**
                                 * Format: uuid
                                 * @description Identifies the asset
                                 */
                                asset_id?: string;
                                /**
                                 * Format: uuid
                                 * @description Client that owns the asset
                                 */
                                client_id?: string;
                                /** @description Kind of device; decides the members of extension_data */
                                asset_type?: components["schemas"]["AssetType"];
                                /** @description Inventory tag */
                                asset_tag?: string;
                                /** @description Name */
                                name?: string;
                                /** @description Free-form status, such as active or retired */
                                status?: string;
                                /**
                                 * Format: uuid
                                 * @description Location of the client where the asset stands
                                 */
                                location_id?: string | null;
                                /** @description Free-form place */
                                location?: string | null;
                                /** @description Serial number of the maker */
                                serial_number?: string | null;
                                /**
                                 * Format: date-time
                                 * @description When it was bought
                                 */
                                purchase_date?: string | null;
                                /**
                                 * Format: date-time
                                 * @description When the warranty ends
                                 */
                                warranty_end_date?: string | null;
                                /** @description Name of the client */
                                client_name?: string | null;
                                /** @description Computed from warranty_end_date; expiring_soon within 30 days */
                                warranty_status?: components["schemas"]["WarrantyStatus"];
                                /** @description Data of the asset type */
                                extension_data?: {
                                    [key: string]: unknown;
                                } | null;
                                /**
                                 * Format: date-time
                                 * @description When the asset was created
                                 */
                                created_at?: string;
                                /**
                                 * Format: date-time
                                 * @description When the asset was last changed
                                 */
                                updated_at?: string;
                                /**
                                 * Format: uuid
                                 * @description Tenant of the caller
                                 */
                                tenant?: string;
                                /** @description Related operations by relation */
                                _links?: {
                                    [key: string]: components["schemas"]["Link"];
                                };
                            }[];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    getAssetStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["AssetStats"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    getAssetStatsAlias: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["AssetStats"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    bulkUpdateAssets: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkUpdateAssets"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["BulkAssets"];
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            413: components["responses"]["AssetPayloadTooLarge"];
            415: components["responses"]["AssetUnsupportedMediaType"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    bulkUpdateAssetsAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkUpdateAssets"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["BulkAssets"];
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            413: components["responses"]["AssetPayloadTooLarge"];
            415: components["responses"]["AssetUnsupportedMediaType"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    bulkSetAssetStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkAssetStatus"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["BulkAssets"];
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            413: components["responses"]["AssetPayloadTooLarge"];
            415: components["responses"]["AssetUnsupportedMediaType"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    bulkSetAssetStatusAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkAssetStatus"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["BulkAssets"];
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            413: components["responses"]["AssetPayloadTooLarge"];
            415: components["responses"]["AssetUnsupportedMediaType"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    getAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Gets a 304 without a body if the resource still has this ETag */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["AssetDetails"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            /** @description The caller has this version already */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    updateAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Carries the change out only if the resource still has this ETag; 412 otherwise */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateAsset"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["AssetDetails"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            412: components["responses"]["AssetPreconditionFailed"];
            413: components["responses"]["AssetPayloadTooLarge"];
            415: components["responses"]["AssetUnsupportedMediaType"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    deleteAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Carries the change out only if the resource still has this ETag; 412 otherwise */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            412: components["responses"]["AssetPreconditionFailed"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    getAssetAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Gets a 304 without a body if the resource still has this ETag */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["AssetDetails"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            /** @description The caller has this version already */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    updateAssetAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Carries the change out only if the resource still has this ETag; 412 otherwise */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateAsset"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["AssetDetails"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            412: components["responses"]["AssetPreconditionFailed"];
            413: components["responses"]["AssetPayloadTooLarge"];
            415: components["responses"]["AssetUnsupportedMediaType"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    deleteAssetAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Carries the change out only if the resource still has this ETag; 412 otherwise */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            412: components["responses"]["AssetPreconditionFailed"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    listAssetSoftware: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1 */
                page?: number;
                /** @description Rows a page */
                limit?: number;
                /** @description Column to sort by */
                sort?: "name" | "publisher" | "category" | "software_type" | "install_date" | "size_bytes" | "first_seen_at";
                /** @description Direction of the sort */
                order?: "asc" | "desc";
                /** @description Reads on after the page that gave this cursor; takes the place of `page` */
                cursor?: string;
                /** @description false leaves the total out, which makes the page cheaper */
                include_total?: boolean;
                /** @description Text that must occur in the row, whatever its case */
                search?: string;
                /** @description Members to send, separated by commas; all when absent */
                fields?: string[];
                /** @description Exact category, whatever its case; Uncategorized for none */
                category?: string;
                /** @description Kind of software */
                software_type?: components["schemas"]["SoftwareType"];
                /** @description true: also what is no longer installed */
                include_uninstalled?: boolean;
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetSoftware"];
                };
            };
            400: components["responses"]["FlatValidationError"];
            401: components["responses"]["FlatUnauthorizedOrKeyMissing"];
            403: components["responses"]["FlatForbidden"];
            404: components["responses"]["FlatNotFound"];
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            502: components["responses"]["FlatBadGateway"];
            503: components["responses"]["FlatServiceUnavailable"];
            504: components["responses"]["FlatGatewayTimeout"];
        };
    };
    replaceAssetSoftware: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceAssetSoftware"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplacedAssetSoftware"];
                };
            };
            400: components["responses"]["FlatValidationError"];
            401: components["responses"]["FlatUnauthorizedOrKeyMissing"];
            403: components["responses"]["FlatForbidden"];
            404: components["responses"]["FlatNotFound"];
            413: components["responses"]["FlatPayloadTooLarge"];
            415: components["responses"]["FlatUnsupportedMediaType"];
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            502: components["responses"]["FlatBadGateway"];
            503: components["responses"]["FlatServiceUnavailable"];
            504: components["responses"]["FlatGatewayTimeout"];
        };
    };
    listAssetSoftwareAlias: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1 */
                page?: number;
                /** @description Rows a page */
                limit?: number;
                /** @description Column to sort by */
                sort?: "name" | "publisher" | "category" | "software_type" | "install_date" | "size_bytes" | "first_seen_at";
                /** @description Direction of the sort */
                order?: "asc" | "desc";
                /** @description Reads on after the page that gave this cursor; takes the place of `page` */
                cursor?: string;
                /** @description false leaves the total out, which makes the page cheaper */
                include_total?: boolean;
                /** @description Text that must occur in the row, whatever its case */
                search?: string;
                /** @description Members to send, separated by commas; all when absent */
                fields?: string[];
                /** @description Exact category, whatever its case; Uncategorized for none */
                category?: string;
                /** @description Kind of software */
                software_type?: components["schemas"]["SoftwareType"];
                /** @description true: also what is no longer installed */
                include_uninstalled?: boolean;
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetSoftware"];
                };
            };
            400: components["responses"]["FlatValidationError"];
            401: components["responses"]["FlatUnauthorizedOrKeyMissing"];
            403: components["responses"]["FlatForbidden"];
            404: components["responses"]["FlatNotFound"];
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            502: components["responses"]["FlatBadGateway"];
            503: components["responses"]["FlatServiceUnavailable"];
            504: components["responses"]["FlatGatewayTimeout"];
        };
    };
    replaceAssetSoftwareAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceAssetSoftware"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplacedAssetSoftware"];
                };
            };
            400: components["responses"]["FlatValidationError"];
            401: components["responses"]["FlatUnauthorizedOrKeyMissing"];
            403: components["responses"]["FlatForbidden"];
            404: components["responses"]["FlatNotFound"];
            413: components["responses"]["FlatPayloadTooLarge"];
            415: components["responses"]["FlatUnsupportedMediaType"];
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            502: components["responses"]["FlatBadGateway"];
            503: components["responses"]["FlatServiceUnavailable"];
            504: components["responses"]["FlatGatewayTimeout"];
        };
    };
    getAssetSummary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetSummaryAnswer"];
                };
            };
            400: components["responses"]["FlatValidationError"];
            401: components["responses"]["FlatUnauthorizedOrKeyMissing"];
            403: components["responses"]["FlatForbidden"];
            404: components["responses"]["FlatNotFound"];
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            502: components["responses"]["FlatBadGateway"];
            503: components["responses"]["FlatServiceUnavailable"];
            504: components["responses"]["FlatGatewayTimeout"];
        };
    };
    getAssetSummaryAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetSummaryAnswer"];
                };
            };
            400: components["responses"]["FlatValidationError"];
            401: components["responses"]["FlatUnauthorizedOrKeyMissing"];
            403: components["responses"]["FlatForbidden"];
            404: components["responses"]["FlatNotFound"];
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            502: components["responses"]["FlatBadGateway"];
            503: components["responses"]["FlatServiceUnavailable"];
            504: components["responses"]["FlatGatewayTimeout"];
        };
    };
    listTicketsOfAsset: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1 */
                page?: number;
                /** @description Rows a page */
                limit?: number;
                /** @description Column to sort by */
                sort?: "updated_at" | "linked_at" | "entered_at" | "ticket_number" | "title" | "status_name";
                /** @description Direction of the sort */
                order?: "asc" | "desc";
                /** @description Reads on after the page that gave this cursor; takes the place of `page` */
                cursor?: string;
                /** @description false leaves the total out, which makes the page cheaper */
                include_total?: boolean;
                /** @description Text that must occur in the row, whatever its case */
                search?: string;
                /** @description Created at or after */
                created_from?: string;
                /** @description Created at or before */
                created_to?: string;
                /** @description Changed at or after */
                updated_from?: string;
                /** @description Changed at or before */
                updated_to?: string;
                /** @description Members to send, separated by commas; all when absent */
                fields?: string[];
                /** @description true: only closed tickets; false: only others */
                is_closed?: boolean;
                /** @description Exact relationship type */
                relationship_type?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["AssetTicket"][];
                            pagination: components["schemas"]["Pagination"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    linkTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkTicket"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["AssetTicketLink"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            409: components["responses"]["AssetConflictOrRequestInFlight"];
            413: components["responses"]["AssetPayloadTooLarge"];
            415: components["responses"]["AssetUnsupportedMediaType"];
            422: components["responses"]["AssetIdempotencyKeyReused"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    listTicketsOfAssetAlias: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1 */
                page?: number;
                /** @description Rows a page */
                limit?: number;
                /** @description Column to sort by */
                sort?: "updated_at" | "linked_at" | "entered_at" | "ticket_number" | "title" | "status_name";
                /** @description Direction of the sort */
                order?: "asc" | "desc";
                /** @description Reads on after the page that gave this cursor; takes the place of `page` */
                cursor?: string;
                /** @description false leaves the total out, which makes the page cheaper */
                include_total?: boolean;
                /** @description Text that must occur in the row, whatever its case */
                search?: string;
                /** @description Created at or after */
                created_from?: string;
                /** @description Created at or before */
                created_to?: string;
                /** @description Changed at or after */
                updated_from?: string;
                /** @description Changed at or before */
                updated_to?: string;
                /** @description Members to send, separated by commas; all when absent */
                fields?: string[];
                /** @description true: only closed tickets; false: only others */
                is_closed?: boolean;
                /** @description Exact relationship type */
                relationship_type?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["AssetTicket"][];
                            pagination: components["schemas"]["Pagination"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    linkTicketAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkTicket"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["AssetTicketLink"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            409: components["responses"]["AssetConflictOrRequestInFlight"];
            413: components["responses"]["AssetPayloadTooLarge"];
            415: components["responses"]["AssetUnsupportedMediaType"];
            422: components["responses"]["AssetIdempotencyKeyReused"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    unlinkTicket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Asset id */
                id: string;
                /** @description Ticket id */
                ticketId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    unlinkTicketAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Asset id */
                id: string;
                /** @description Ticket id */
                ticketId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1 */
                page?: number;
                /** @description Rows a page */
                limit?: number;
                /** @description Column to sort by */
                sort?: "created_at" | "updated_at" | "document_name" | "original_filename" | "mime_type" | "file_size";
                /** @description Direction of the sort */
                order?: "asc" | "desc";
                /** @description Reads on after the page that gave this cursor; takes the place of `page` */
                cursor?: string;
                /** @description false leaves the total out, which makes the page cheaper */
                include_total?: boolean;
                /** @description Text that must occur in the row, whatever its case */
                search?: string;
                /** @description Created at or after */
                created_from?: string;
                /** @description Created at or before */
                created_to?: string;
                /** @description Changed at or after */
                updated_from?: string;
                /** @description Changed at or before */
                updated_to?: string;
                /** @description Members to send, separated by commas; all when absent */
                fields?: string[];
                /** @description Media type, or a whole family of them such as image/* */
                mime_type?: string;
                /** @description User who uploaded it */
                uploaded_by?: string;
                /** @description Client whose portal user uploaded it */
                client_id?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Document"][];
                        pagination: components["schemas"]["Pagination"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    uploadDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The file
                     */
                    file: string;
                    /** @description Name it goes by; the name of the file when absent */
                    document_name?: string;
                    /** @description Remarks */
                    notes?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Document"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["RequestInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description Gets a 304 without a body if the resource still has this ETag */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Document id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Document"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            /** @description The caller has this version already */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    updateDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description Carries the change out only if the resource still has this ETag; 412 otherwise */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Document id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateDocument"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Document"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteDocument: {
        parameters: {
            query?: {
                /** @description true: take it off every asset it is associated with; otherwise such a document is not deleted */
                force?: boolean;
            };
            header?: {
                /** @description Carries the change out only if the resource still has this ETag; 412 otherwise */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Document id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    downloadDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Document id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listMaintenanceSchedules: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1 */
                page?: number;
                /** @description Rows a page */
                limit?: number;
                /** @description Column to sort by */
                sort?: "next_maintenance" | "created_at" | "updated_at" | "start_date" | "schedule_type";
                /** @description Direction of the sort */
                order?: "asc" | "desc";
                /** @description Reads on after the page that gave this cursor; takes the place of `page` */
                cursor?: string;
                /** @description false leaves the total out, which makes the page cheaper */
                include_total?: boolean;
                /** @description Text that must occur in the row, whatever its case */
                search?: string;
                /** @description Created at or after */
                created_from?: string;
                /** @description Created at or before */
                created_to?: string;
                /** @description Changed at or after */
                updated_from?: string;
                /** @description Changed at or before */
                updated_to?: string;
                /** @description Members to send, separated by commas; all when absent */
                fields?: string[];
                /** @description true: only active schedules; false: only others */
                is_active?: boolean;
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["MaintenanceSchedule"][];
                            pagination: components["schemas"]["Pagination"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    createMaintenanceSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMaintenanceSchedule"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["MaintenanceSchedule"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            409: components["responses"]["AssetRequestInFlight"];
            413: components["responses"]["AssetPayloadTooLarge"];
            415: components["responses"]["AssetUnsupportedMediaType"];
            422: components["responses"]["AssetIdempotencyKeyReused"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    listMaintenanceSchedulesAlias: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1 */
                page?: number;
                /** @description Rows a page */
                limit?: number;
                /** @description Column to sort by */
                sort?: "next_maintenance" | "created_at" | "updated_at" | "start_date" | "schedule_type";
                /** @description Direction of the sort */
                order?: "asc" | "desc";
                /** @description Reads on after the page that gave this cursor; takes the place of `page` */
                cursor?: string;
                /** @description false leaves the total out, which makes the page cheaper */
                include_total?: boolean;
                /** @description Text that must occur in the row, whatever its case */
                search?: string;
                /** @description Created at or after */
                created_from?: string;
                /** @description Created at or before */
                created_to?: string;
                /** @description Changed at or after */
                updated_from?: string;
                /** @description Changed at or before */
                updated_to?: string;
                /** @description Members to send, separated by commas; all when absent */
                fields?: string[];
                /** @description true: only active schedules; false: only others */
                is_active?: boolean;
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["MaintenanceSchedule"][];
                            pagination: components["schemas"]["Pagination"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    createMaintenanceScheduleAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMaintenanceSchedule"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["MaintenanceSchedule"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            409: components["responses"]["AssetRequestInFlight"];
            413: components["responses"]["AssetPayloadTooLarge"];
            415: components["responses"]["AssetUnsupportedMediaType"];
            422: components["responses"]["AssetIdempotencyKeyReused"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    updateMaintenanceSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Schedule id */
                scheduleId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateMaintenanceSchedule"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data?: components["schemas"]["MaintenanceSchedule"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            413: components["responses"]["AssetPayloadTooLarge"];
            415: components["responses"]["AssetUnsupportedMediaType"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    deleteMaintenanceSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Schedule id */
                scheduleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    updateMaintenanceScheduleAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Schedule id */
                scheduleId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateMaintenanceSchedule"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data?: components["schemas"]["MaintenanceSchedule"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            413: components["responses"]["AssetPayloadTooLarge"];
            415: components["responses"]["AssetUnsupportedMediaType"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    deleteMaintenanceScheduleAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Schedule id */
                scheduleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    recordMaintenance: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordMaintenance"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["MaintenanceRecord"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            409: components["responses"]["AssetRequestInFlight"];
            413: components["responses"]["AssetPayloadTooLarge"];
            415: components["responses"]["AssetUnsupportedMediaType"];
            422: components["responses"]["AssetIdempotencyKeyReused"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    recordMaintenanceAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordMaintenance"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["MaintenanceRecord"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            409: components["responses"]["AssetRequestInFlight"];
            413: components["responses"]["AssetPayloadTooLarge"];
            415: components["responses"]["AssetUnsupportedMediaType"];
            422: components["responses"]["AssetIdempotencyKeyReused"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    listMaintenanceHistory: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1 */
                page?: number;
                /** @description Rows a page */
                limit?: number;
                /** @description Column to sort by */
                sort?: "performed_at" | "created_at" | "maintenance_type" | "duration_hours" | "cost";
                /** @description Direction of the sort */
                order?: "asc" | "desc";
                /** @description Reads on after the page that gave this cursor; takes the place of `page` */
                cursor?: string;
                /** @description false leaves the total out, which makes the page cheaper */
                include_total?: boolean;
                /** @description Text that must occur in the row, whatever its case */
                search?: string;
                /** @description Created at or after */
                created_from?: string;
                /** @description Created at or before */
                created_to?: string;
                /** @description Members to send, separated by commas; all when absent */
                fields?: string[];
                /** @description Done under this schedule */
                schedule_id?: string;
                /** @description Performed at or after */
                performed_from?: string;
                /** @description Performed at or before */
                performed_to?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["MaintenanceRecord"][];
                            pagination: components["schemas"]["Pagination"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    listMaintenanceHistoryAlias: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1 */
                page?: number;
                /** @description Rows a page */
                limit?: number;
                /** @description Column to sort by */
                sort?: "performed_at" | "created_at" | "maintenance_type" | "duration_hours" | "cost";
                /** @description Direction of the sort */
                order?: "asc" | "desc";
                /** @description Reads on after the page that gave this cursor; takes the place of `page` */
                cursor?: string;
                /** @description false leaves the total out, which makes the page cheaper */
                include_total?: boolean;
                /** @description Text that must occur in the row, whatever its case */
                search?: string;
                /** @description Created at or after */
                created_from?: string;
                /** @description Created at or before */
                created_to?: string;
                /** @description Members to send, separated by commas; all when absent */
                fields?: string[];
                /** @description Done under this schedule */
                schedule_id?: string;
                /** @description Performed at or after */
                performed_from?: string;
                /** @description Performed at or before */
                performed_to?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["MaintenanceRecord"][];
                            pagination: components["schemas"]["Pagination"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    listAssetRelationships: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1 */
                page?: number;
                /** @description Rows a page */
                limit?: number;
                /** @description Column to sort by */
                sort?: "created_at" | "relationship_type" | "related_asset_name" | "asset_tag" | "asset_type" | "status";
                /** @description Direction of the sort */
                order?: "asc" | "desc";
                /** @description Reads on after the page that gave this cursor; takes the place of `page` */
                cursor?: string;
                /** @description false leaves the total out, which makes the page cheaper */
                include_total?: boolean;
                /** @description Text that must occur in the row, whatever its case */
                search?: string;
                /** @description Created at or after */
                created_from?: string;
                /** @description Created at or before */
                created_to?: string;
                /** @description Members to send, separated by commas; all when absent */
                fields?: string[];
                /** @description Exact type, whatever its case */
                relationship_type?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["AssetRelationship"][];
                            pagination: components["schemas"]["Pagination"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    createAssetRelationship: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAssetRelationship"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["AssetRelationship"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            409: components["responses"]["AssetConflictOrRequestInFlight"];
            413: components["responses"]["AssetPayloadTooLarge"];
            415: components["responses"]["AssetUnsupportedMediaType"];
            422: components["responses"]["AssetIdempotencyKeyReused"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    listAssetRelationshipsAlias: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1 */
                page?: number;
                /** @description Rows a page */
                limit?: number;
                /** @description Column to sort by */
                sort?: "created_at" | "relationship_type" | "related_asset_name" | "asset_tag" | "asset_type" | "status";
                /** @description Direction of the sort */
                order?: "asc" | "desc";
                /** @description Reads on after the page that gave this cursor; takes the place of `page` */
                cursor?: string;
                /** @description false leaves the total out, which makes the page cheaper */
                include_total?: boolean;
                /** @description Text that must occur in the row, whatever its case */
                search?: string;
                /** @description Created at or after */
                created_from?: string;
                /** @description Created at or before */
                created_to?: string;
                /** @description Members to send, separated by commas; all when absent */
                fields?: string[];
                /** @description Exact type, whatever its case */
                relationship_type?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["AssetRelationship"][];
                            pagination: components["schemas"]["Pagination"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    createAssetRelationshipAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAssetRelationship"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: components["schemas"]["AssetRelationship"];
                            meta?: {
                                [key: string]: unknown;
                            };
                            /** @description Related operations by relation */
                            _links?: {
                                [key: string]: components["schemas"]["Link"];
                            };
                        };
                        meta: components["schemas"]["AssetMeta"];
                    };
                };
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            409: components["responses"]["AssetConflictOrRequestInFlight"];
            413: components["responses"]["AssetPayloadTooLarge"];
            415: components["responses"]["AssetUnsupportedMediaType"];
            422: components["responses"]["AssetIdempotencyKeyReused"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    deleteAssetRelationship: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Relationship id */
                relationshipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    deleteAssetRelationshipAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Relationship id */
                relationshipId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AssetValidationError"];
            401: components["responses"]["AssetUnauthorizedOrKeyMissing"];
            403: components["responses"]["AssetForbidden"];
            404: components["responses"]["AssetNotFound"];
            429: components["responses"]["AssetRateLimited"];
            500: components["responses"]["AssetInternalError"];
            502: components["responses"]["AssetBadGateway"];
            503: components["responses"]["AssetServiceUnavailable"];
            504: components["responses"]["AssetGatewayTimeout"];
        };
    };
    listRmmIntegrations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RmmIntegration"][];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getRmmIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description Gets a 304 without a body if the resource still has this ETag */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the provider, such as tacticalrmm */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RmmIntegration"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            /** @description The caller has this version already */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    saveRmmIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description Carries the change out only if the resource still has this ETag; 412 otherwise */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Id of the provider, such as tacticalrmm */
                provider: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveRmmIntegration"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RmmIntegration"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteRmmIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description Carries the change out only if the resource still has this ETag; 412 otherwise */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the provider, such as tacticalrmm */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listRmmScopes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the provider, such as tacticalrmm */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RmmScope"][];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestOrValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    startRmmSync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Id of the provider, such as tacticalrmm */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StartRmmSync"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RmmIntegration"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrRequestInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getRmmData: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RmmDataAnswer"];
                };
            };
            400: components["responses"]["FlatValidationError"];
            401: components["responses"]["FlatUnauthorizedOrKeyMissing"];
            403: components["responses"]["FlatForbidden"];
            404: components["responses"]["FlatNotFound"];
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            502: components["responses"]["FlatBadGateway"];
            503: components["responses"]["FlatServiceUnavailable"];
            504: components["responses"]["FlatGatewayTimeout"];
        };
    };
    getRmmDataAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RmmDataAnswer"];
                };
            };
            400: components["responses"]["FlatValidationError"];
            401: components["responses"]["FlatUnauthorizedOrKeyMissing"];
            403: components["responses"]["FlatForbidden"];
            404: components["responses"]["FlatNotFound"];
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            502: components["responses"]["FlatBadGateway"];
            503: components["responses"]["FlatServiceUnavailable"];
            504: components["responses"]["FlatGatewayTimeout"];
        };
    };
    refreshRmmData: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RmmDataAnswer"];
                };
            };
            400: components["responses"]["FlatBadRequestOrValidationError"];
            401: components["responses"]["FlatUnauthorizedOrKeyMissing"];
            403: components["responses"]["FlatForbidden"];
            404: components["responses"]["FlatNotFound"];
            409: components["responses"]["FlatConflictOrRequestInFlight"];
            413: components["responses"]["FlatPayloadTooLarge"];
            422: components["responses"]["FlatIdempotencyKeyReused"];
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            502: components["responses"]["FlatBadGateway"];
            503: components["responses"]["FlatServiceUnavailable"];
            504: components["responses"]["FlatGatewayTimeout"];
        };
    };
    refreshRmmDataAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RmmDataAnswer"];
                };
            };
            400: components["responses"]["FlatBadRequestOrValidationError"];
            401: components["responses"]["FlatUnauthorizedOrKeyMissing"];
            403: components["responses"]["FlatForbidden"];
            404: components["responses"]["FlatNotFound"];
            409: components["responses"]["FlatConflictOrRequestInFlight"];
            413: components["responses"]["FlatPayloadTooLarge"];
            422: components["responses"]["FlatIdempotencyKeyReused"];
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            502: components["responses"]["FlatBadGateway"];
            503: components["responses"]["FlatServiceUnavailable"];
            504: components["responses"]["FlatGatewayTimeout"];
        };
    };
    rebootAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RmmActionAnswer"];
                };
            };
            400: components["responses"]["FlatBadRequestOrValidationError"];
            401: components["responses"]["FlatUnauthorizedOrKeyMissing"];
            403: components["responses"]["FlatForbidden"];
            404: components["responses"]["FlatNotFound"];
            409: components["responses"]["FlatConflictOrRequestInFlight"];
            413: components["responses"]["FlatPayloadTooLarge"];
            422: components["responses"]["FlatIdempotencyKeyReused"];
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            502: components["responses"]["FlatBadGateway"];
            503: components["responses"]["FlatServiceUnavailable"];
            504: components["responses"]["FlatGatewayTimeout"];
        };
    };
    rebootAssetAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RmmActionAnswer"];
                };
            };
            400: components["responses"]["FlatBadRequestOrValidationError"];
            401: components["responses"]["FlatUnauthorizedOrKeyMissing"];
            403: components["responses"]["FlatForbidden"];
            404: components["responses"]["FlatNotFound"];
            409: components["responses"]["FlatConflictOrRequestInFlight"];
            413: components["responses"]["FlatPayloadTooLarge"];
            422: components["responses"]["FlatIdempotencyKeyReused"];
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            502: components["responses"]["FlatBadGateway"];
            503: components["responses"]["FlatServiceUnavailable"];
            504: components["responses"]["FlatGatewayTimeout"];
        };
    };
    runAssetScript: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunRmmScript"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RmmActionAnswer"];
                };
            };
            400: components["responses"]["FlatBadRequestOrValidationError"];
            401: components["responses"]["FlatUnauthorizedOrKeyMissing"];
            403: components["responses"]["FlatForbidden"];
            404: components["responses"]["FlatNotFound"];
            409: components["responses"]["FlatConflictOrRequestInFlight"];
            413: components["responses"]["FlatPayloadTooLarge"];
            415: components["responses"]["FlatUnsupportedMediaType"];
            422: components["responses"]["FlatIdempotencyKeyReused"];
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            502: components["responses"]["FlatBadGateway"];
            503: components["responses"]["FlatServiceUnavailable"];
            504: components["responses"]["FlatGatewayTimeout"];
        };
    };
    runAssetScriptAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunRmmScript"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RmmActionAnswer"];
                };
            };
            400: components["responses"]["FlatBadRequestOrValidationError"];
            401: components["responses"]["FlatUnauthorizedOrKeyMissing"];
            403: components["responses"]["FlatForbidden"];
            404: components["responses"]["FlatNotFound"];
            409: components["responses"]["FlatConflictOrRequestInFlight"];
            413: components["responses"]["FlatPayloadTooLarge"];
            415: components["responses"]["FlatUnsupportedMediaType"];
            422: components["responses"]["FlatIdempotencyKeyReused"];
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            502: components["responses"]["FlatBadGateway"];
            503: components["responses"]["FlatServiceUnavailable"];
            504: components["responses"]["FlatGatewayTimeout"];
        };
    };
    getRemoteControl: {
        parameters: {
            query?: {
                /** @description How to take control */
                type?: components["schemas"]["RemoteControlType"];
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoteControlAnswer"];
                };
            };
            400: components["responses"]["FlatBadRequestOrValidationError"];
            401: components["responses"]["FlatUnauthorizedOrKeyMissing"];
            403: components["responses"]["FlatForbidden"];
            404: components["responses"]["FlatNotFound"];
            409: components["responses"]["FlatConflict"];
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            502: components["responses"]["FlatBadGateway"];
            503: components["responses"]["FlatServiceUnavailable"];
            504: components["responses"]["FlatGatewayTimeout"];
        };
    };
    getRemoteControlAlias: {
        parameters: {
            query?: {
                /** @description How to take control */
                type?: components["schemas"]["RemoteControlType"];
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoteControlAnswer"];
                };
            };
            400: components["responses"]["FlatBadRequestOrValidationError"];
            401: components["responses"]["FlatUnauthorizedOrKeyMissing"];
            403: components["responses"]["FlatForbidden"];
            404: components["responses"]["FlatNotFound"];
            409: components["responses"]["FlatConflict"];
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            502: components["responses"]["FlatBadGateway"];
            503: components["responses"]["FlatServiceUnavailable"];
            504: components["responses"]["FlatGatewayTimeout"];
        };
    };
    listRmmActions: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1 */
                page?: number;
                /** @description Rows a page */
                limit?: number;
                /** @description Column to sort by */
                sort?: "requested_at";
                /** @description Direction of the sort */
                order?: "asc" | "desc";
                /** @description Reads on after the page that gave this cursor; takes the place of `page` */
                cursor?: string;
                /** @description false leaves the total out, which makes the page cheaper */
                include_total?: boolean;
                /** @description Text that must occur in the row, whatever its case */
                search?: string;
                /** @description Created at or after */
                created_from?: string;
                /** @description Created at or before */
                created_to?: string;
                /** @description Members to send, separated by commas; all when absent */
                fields?: string[];
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RmmActions"];
                };
            };
            400: components["responses"]["FlatValidationError"];
            401: components["responses"]["FlatUnauthorizedOrKeyMissing"];
            403: components["responses"]["FlatForbidden"];
            404: components["responses"]["FlatNotFound"];
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            502: components["responses"]["FlatBadGateway"];
            503: components["responses"]["FlatServiceUnavailable"];
            504: components["responses"]["FlatGatewayTimeout"];
        };
    };
    listRmmActionsAlias: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1 */
                page?: number;
                /** @description Rows a page */
                limit?: number;
                /** @description Column to sort by */
                sort?: "requested_at";
                /** @description Direction of the sort */
                order?: "asc" | "desc";
                /** @description Reads on after the page that gave this cursor; takes the place of `page` */
                cursor?: string;
                /** @description false leaves the total out, which makes the page cheaper */
                include_total?: boolean;
                /** @description Text that must occur in the row, whatever its case */
                search?: string;
                /** @description Created at or after */
                created_from?: string;
                /** @description Created at or before */
                created_to?: string;
                /** @description Members to send, separated by commas; all when absent */
                fields?: string[];
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Asset id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RmmActions"];
                };
            };
            400: components["responses"]["FlatValidationError"];
            401: components["responses"]["FlatUnauthorizedOrKeyMissing"];
            403: components["responses"]["FlatForbidden"];
            404: components["responses"]["FlatNotFound"];
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            502: components["responses"]["FlatBadGateway"];
            503: components["responses"]["FlatServiceUnavailable"];
            504: components["responses"]["FlatGatewayTimeout"];
        };
    };
    searchSoftware: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1 */
                page?: number;
                /** @description Rows a page */
                limit?: number;
                /** @description Column to sort by */
                sort?: "name" | "publisher" | "version" | "asset_name" | "client_name" | "install_date" | "first_seen_at";
                /** @description Direction of the sort */
                order?: "asc" | "desc";
                /** @description Reads on after the page that gave this cursor; takes the place of `page` */
                cursor?: string;
                /** @description false leaves the total out, which makes the page cheaper */
                include_total?: boolean;
                /** @description Text that must occur in the row, whatever its case */
                search?: string;
                /** @description Members to send, separated by commas; all when absent */
                fields?: string[];
                /** @description Exact category, whatever its case; Uncategorized for none */
                category?: string;
                /** @description Kind of software */
                software_type?: components["schemas"]["SoftwareType"];
                /** @description Whether the MSP manages it */
                is_managed?: boolean;
                /** @description Whether it guards the asset */
                is_security_relevant?: boolean;
                /** @description Only on this client's assets */
                client_id?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FleetSoftware"][];
                        pagination: components["schemas"]["Pagination"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listAssetsOfTicket: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1 */
                page?: number;
                /** @description Rows a page */
                limit?: number;
                /** @description Column to sort by */
                sort?: "linked_at" | "name" | "asset_tag" | "asset_type" | "status";
                /** @description Direction of the sort */
                order?: "asc" | "desc";
                /** @description Reads on after the page that gave this cursor; takes the place of `page` */
                cursor?: string;
                /** @description false leaves the total out, which makes the page cheaper */
                include_total?: boolean;
                /** @description Text that must occur in the row, whatever its case */
                search?: string;
                /** @description Created at or after */
                created_from?: string;
                /** @description Created at or before */
                created_to?: string;
                /** @description Changed at or after */
                updated_from?: string;
                /** @description Changed at or before */
                updated_to?: string;
                /** @description Members to send, separated by commas; all when absent */
                fields?: string[];
                /** @description Exact relationship type */
                relationship_type?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Ticket id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Link: components["headers"]["NextPage"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TicketAsset"][];
                        pagination: components["schemas"]["Pagination"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    linkAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Ticket id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkAsset"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AssetTicketLink"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrRequestInFlight"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    unlinkAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Ticket id */
                id: string;
                /** @description Asset id */
                assetId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "up";
                    };
                };
            };
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            503: components["responses"]["FlatServiceUnavailable"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "up";
                    };
                };
            };
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            503: components["responses"]["FlatServiceUnavailable"];
        };
    };
    getKeySet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: components["schemas"]["JsonWebKey"][];
                    };
                };
            };
            429: components["responses"]["FlatRateLimited"];
            500: components["responses"]["FlatInternalError"];
            503: components["responses"]["FlatServiceUnavailable"];
        };
    };
    listEndpoints: {
        parameters: {
            query?: {
                /** @description Only this category, whatever its case */
                category?: string;
                /** @description Only this HTTP method */
                method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
                /** @description true: only what is to go; false: only what stays */
                deprecated?: boolean;
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Endpoints"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSchemas: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SchemaDescriptions"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listApiPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PermissionDescriptions"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOpenApi: {
        parameters: {
            query?: {
                /** @description How the document is written */
                format?: "json" | "yaml";
                /** @description 3.1 gives OpenAPI 3.1.0, 3.0 gives 3.0.3 for older tools */
                version?: "3.1" | "3.0";
            };
            header?: {
                /** @description Gets a 304 without a body if the resource still has this ETag */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenApiDocument"];
                    "application/yaml": string;
                };
            };
            /** @description The caller has this version already */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAsyncApi: {
        parameters: {
            query?: {
                /** @description How the document is written */
                format?: "json" | "yaml";
            };
            header?: {
                /** @description Gets a 304 without a body if the resource still has this ETag */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AsyncApiDocument"];
                    "application/yaml": string;
                };
            };
            /** @description The caller has this version already */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Health"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getApiStats: {
        parameters: {
            query?: {
                /** @description How far back the usage goes */
                period?: "1h" | "24h" | "7d" | "30d";
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MetaStats"];
                        meta?: {
                            [key: string]: unknown;
                        };
                        /** @description Related operations by relation */
                        _links?: {
                            [key: string]: components["schemas"]["Link"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getReferencePage: {
        parameters: {
            query?: {
                /** @description html: the reference page; anything else leads to the OpenAPI document */
                format?: string;
            };
            header?: {
                /** @description Gets a 304 without a body if the resource still has this ETag */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Found elsewhere */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Redirect"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The caller has this version already */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getReferenceAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Gets a 304 without a body if the resource still has this ETag */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Name of the part */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                    "text/css": string;
                    "image/png": string;
                };
            };
            /** @description The caller has this version already */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSdk: {
        parameters: {
            query?: {
                /** @description typescript or javascript */
                language?: string;
                /** @description Name of the package */
                package_name?: string;
                /** @description Version of the package */
                version?: string;
                /** @description json: the files in the answer; tgz: a package that npm installs straight from this address */
                format?: "json" | "tgz";
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sdk"];
                    "application/gzip": string;
                };
            };
            400: components["responses"]["UnsupportedLanguageOrValidationError"];
            401: components["responses"]["UnauthorizedOrKeyMissing"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
