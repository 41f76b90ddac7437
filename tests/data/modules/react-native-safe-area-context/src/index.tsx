'use client';

export * from './SafeAreaContext';
export * from './SafeAreaView';
export * from './InitialWindow';
export * from './SafeArea.types';
