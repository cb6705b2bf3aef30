"""Every address of Head Table."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
