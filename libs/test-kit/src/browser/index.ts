export { findBrowser, requireBrowser } from './find-browser.ts';
export { accessibilityFaults, type AccessibilityFault, TestBrowser } from './test-browser.ts';
